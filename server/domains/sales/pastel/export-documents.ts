import { randomUUIDv7 } from 'bun'
import { addPastelExport, listForPastel } from '#db/queries/sales/pastel.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { resolveOrganisation } from '#server/documents/resolve-organisation.ts'
import { forbidden, invalid, Problem } from '#server/errors.ts'
import { sumCents } from '#server/money/amounts.ts'
import { describeFit, findPastelFaults } from './build-file.ts'

type Asked = {
  kind: 'invoice' | 'creditnote'
  organisation?: string | null
  start: string | null
  end: string | null
  /** Those too that went out before. */
  again?: boolean
}

export function requireAllBoards(viewer: Viewer) {
  if (!viewer.everything) throw forbidden('What goes to Pastel is shown to whoever sees all boards.')
}

/**
 * Notes which issued documents go out, and returns the id of the file. Each goes once, unless it is asked for again.
 * @throws 400 by field, or when there are none, or Pastel would not take them
 */
export function exportToPastel(tx: Tx, viewer: Viewer, createdby: string, asked: Asked): string {
  requireAllBoards(viewer)
  const { kind, again = false, start, end } = asked
  if (!start) throw invalid({ start: 'Choose the first day.' })
  if (!end || end < start) throw invalid({ end: 'Choose a last day that is not before the first.' })
  const organisation = resolveOrganisation(tx.db, { asked: asked.organisation || undefined }).id
  const found = listForPastel(tx.db, { organisation, kind, start, end })
  const chosen = found.filter(({ exported }) => again || !exported)
  const noun = kind === 'invoice' ? 'invoices' : 'credit notes'
  if (chosen.length === 0)
    throw new Problem(
      400,
      found.length > 0
        ? `All ${noun} of this period went out before. Tick “Also those that went out before” to bring them once more.`
        : `There are no ${noun} of this period.`,
      { code: 'nothing' },
    )
  const ids = chosen.map(({ id }) => id)
  const faults = findPastelFaults(tx.db, ids)
  if (faults.length > 0) throw new Problem(400, faults.join(' '), { code: 'pastel' })
  const id = randomUUIDv7()
  addPastelExport(
    tx.db,
    {
      ...{ id, kind, organisation, start, end, createdby, createdutc: tx.now },
      documents: ids.length,
      note: describeFit(tx.db, ids),
      totalcents: sumCents(chosen.map(({ total }) => total)),
    },
    ids,
  )
  tx.publish('RecordChanged', [{ table: 'pastel', id }])
  return id
}
