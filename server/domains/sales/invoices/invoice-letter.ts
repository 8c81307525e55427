import { greeting } from '#server/domains/work/jobdocuments/mail-pages.tsx'
import type { Snapshot } from './snapshot.ts'

/** What a mail with an invoice says, unless somebody writes otherwise. */
export const invoiceLetter = (name: string, { client, organisation, subject }: Snapshot) => ({
  subject: `${name} from ${organisation.name}`,
  message: greeting(client.contactname, name, subject),
})
