import { printTogether } from '#server/documents/print.ts'
import { invalid } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { whileConnected } from '#server/while-connected.ts'
import { visibleDelivery } from './find-delivery.ts'
import { readPrintedNote } from './printed-note.ts'
import { takeOriginal } from './take-original.ts'

/** As many as one worker lays out in the time that a person waits. */
const MOST = 100

/** What was not handed out yet is, to who works with notes; everything else says COPY. @throws 400, 404 */
export async function printSome(c: Context, ids: readonly string[]) {
  const chosen = [...new Set(ids)]
  if (chosen.length > MOST)
    throw invalid({ ids: `These are ${chosen.length} delivery notes; at most ${MOST} are printed at once.` })
  const notes = c.read((db, viewer) => chosen.map((id) => visibleDelivery(db, viewer, id).delivery))
  const drafts = notes.filter(({ state }) => state === 'draft').length
  if (drafts > 0)
    throw invalid({ ids: `${drafts} of these are drafts, which are printed once they are issued.` })
  const gives = c.can('delivery.write') && c.request.method === 'GET'
  const originals = new Set(
    gives && notes.some(({ originalutc }) => !originalutc)
      ? await c.write((tx, viewer) => chosen.filter((id) => takeOriginal(tx, viewer, id)))
      : [],
  )
  const printables = c.read((db) =>
    notes.map((note) => ({
      document: 'deliverynote' as const,
      data: { ...readPrintedNote(db, note), copy: !originals.has(note.id) },
    })),
  )
  const bytes = await printTogether(c.services.files, whileConnected(c), printables, {
    title: `${notes.length} delivery notes`,
    author: c.person.accountname,
  })
  return { bytes, name: `Delivery notes ${notes[0]?.number} and ${notes.length - 1} more` }
}
