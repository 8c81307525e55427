import { findAddressee } from '#server/documents/find-addressee.ts'
import { answerAddress, limitMails, mailDocument, parseRecipient } from '#server/documents/mail-document.tsx'
import { documentName } from '#server/documents/numbering.ts'
import { print } from '#server/documents/print.ts'
import { emailedWords, greeting, MailForm } from '#server/domains/work/jobdocuments/mail-pages.tsx'
import { Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import type { Context } from '#server/http/context.ts'
import { ById } from '#server/http/fields.ts'
import { fragment, mailQueued } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { sayStillWaits } from '#server/mail/papers.ts'
import { describeQueuedMail, linkMailSettings } from '#server/mail/queued-mail.ts'
import { MailDialog } from '#views/work/jobdocuments/mail.tsx'
import { changeableDelivery } from './find-delivery.ts'
import { readPrintedNote } from './printed-note.ts'

/** The original goes with the goods, so a letter carries a copy. */
export const deliveryMail: Route[] = [
  page(
    'GET /mail/deliverynote/:id',
    { claim: 'delivery.write', params: ById, summary: 'The dialog that mails a delivery note.' },
    (c) => {
      const { name, snapshot } = findIssued(c)
      const { client, organisation } = snapshot
      const { to, name: whom } = findAddressee([client])
      return fragment(
        <MailDialog
          name={name}
          pdf={`/render/deliverynote/${c.params.id}`}
          hint={[
            'A copy goes out. The original stays the first PDF, which goes with the goods.',
            sayStillWaits(c, { kind: 'deliverynote', id: c.params.id }, 'this delivery note'),
          ]
            .filter(Boolean)
            .join(' ')}
          waits={c.mailwaits()}
          settings={linkMailSettings(c)}
          url={c.url.pathname}
          answers={answerAddress(organisation, c.person)}
          to={to}
          subject={`${name} from ${organisation.name}`}
          message={greeting(whom, name)}
        />,
      )
    },
  ),

  page(
    'POST /mail/deliverynote/:id',
    {
      claim: 'delivery.write',
      params: ById,
      body: MailForm,
      summary: 'Mails a copy of a delivery note.',
    },
    async (c) => {
      const { platform, encryption, files } = c.services
      const to = parseRecipient(c.body)
      const { id } = c.params
      const { name, snapshot } = findIssued(c)
      await limitMails(platform, c.person)
      const until = c.mailwaits()
      const data = { ...snapshot, copy: true }
      const bytes = await print(files, c.person, { document: 'deliverynote', data })
      const mailid = await c.write((tx, viewer) => {
        changeableDelivery(tx.db, viewer, id)
        const mailid = mailDocument(tx, encryption, c.person, c.body, {
          name: `${name} copy`,
          organisation: snapshot.organisation,
          bytes,
          paper: { kind: 'deliverynote', id: c.params.id },
          record: { entity: 'deliveries', id },
          open: `/deliveries/${id}`,
        })
        recordHistory(tx, 'deliveries', id, [
          { field: 'e-mailed', oldvalue: '', newvalue: emailedWords('copy', to, until) },
        ])
        tx.publish('RecordChanged', [{ table: 'deliveries', id }])
        return mailid
      })
      const { accountid } = c.person
      return mailQueued(
        c,
        describeQueuedMail(c.services, { what: name, to, accountid, mailid }),
        'deliveries',
      )
    },
  ),
]

/** @throws as `changeableDelivery`, and 400 for a draft */
function findIssued(c: Context<{ id: string }>) {
  const { delivery } = c.read((db, viewer) => changeableDelivery(db, viewer, c.params.id))
  if (delivery.state === 'draft')
    throw new Problem(400, 'A draft has no number yet: issue it before you send it.', { code: 'draft' })
  return {
    name: documentName({ kind: 'deliverynote', number: delivery.number }),
    snapshot: c.read((db) => readPrintedNote(db, delivery)),
  }
}
