import { fingerprintOf } from '#db/queries/invoices.ts'
import { positionOf } from '#db/queries/position.ts'
import { sightOf } from '#server/domains/boards/sight.ts'
import { look, widthOf } from '#server/domains/render/pages.tsx'
import { fileStore } from '#server/files.ts'
import { flag, id, object, t } from '#server/http/fields.ts'
import { etagOf, printed, unchanged } from '#server/http/printed.ts'
import { page, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { VERSION } from '#server/version.ts'
import { printInvoice } from './doors.ts'
import { seenInvoice } from './find-invoice.ts'
import { takeOriginal } from './original.ts'
import { draftSnapshot, readSnapshot, type Snapshot } from './snapshot.ts'

const { organisationid: _, ...query } = look

/**
 * `/render/invoice/:id`. Of an issued document the stored bytes go out once, to the first who may work with invoices;
 * everybody after that, and every preview, gets a COPY made from the snapshot.
 */
export const invoiceDocuments = ({ config }: Pick<Services, 'config'>): Route[] => {
  const files = fileStore(config.data)
  return [
    page(
      'GET /render/invoice/:id',
      {
        claim: 'invoices.read',
        params: t.Object({ id: id() }),
        query: object({ ...query, copy: t.Optional(flag()) }),
      },
      async (c) => {
        const { invoice, snapshot, held, drafted } = c.read((db) => {
          const row = seenInvoice(db, sightOf(db, c.person), c.params.id)
          const draft = row.invoice.state === 'draft'
          return {
            invoice: row.invoice,
            snapshot: draft
              ? unpayable(draftSnapshot(db, row, new Date()))
              : readSnapshot(row.invoice.snapshot),
            held: draft ? undefined : fingerprintOf(db, c.params.id),
            drafted: draft ? positionOf(db).seq : 0,
          }
        })
        const width = widthOf(c.query)
        const { accountid } = c.person
        const whole = width === undefined && !c.query.copy
        const noun = invoice.kind === 'creditnote' ? 'Credit note' : 'Invoice'
        const name = `${noun} ${invoice.number}`

        if (held && whole) {
          const etag = `"${held}"`
          // The browser shows the original that it was given: looking again makes it no reprint.
          const same = unchanged(c.request, etag)
          if (same) return same
          const mayTake = c.can('invoices.write') || c.can('invoices.issue')
          const bytes =
            mayTake && !invoice.originalutc
              ? await c.write((tx) => takeOriginal(tx, sightOf(tx.db, c.person), c.params.id))
              : undefined
          if (bytes) return printed(bytes, { name, etag })
        }
        const etag = etagOf(VERSION, invoice.id, held, drafted, c.query)
        const same = unchanged(c.request, etag)
        if (same) return same
        const bytes = await printInvoice(files, accountid, snapshot, { copy: Boolean(held), width })
        return printed(bytes, { name: held ? `${name} copy` : `Draft invoice ${snapshot.reference}`, etag })
      },
    ),
  ]
}

/** Nobody can quote the number of a draft, so it does not say how to pay. */
const unpayable = (draft: Snapshot): Snapshot => ({
  ...draft,
  organisation: { ...draft.organisation, bank: undefined },
})
