import { findTakenCodes } from '#db/queries/catalogue/taken-codes.ts'
import type { TenantDb } from '#db/types.ts'
import { csvText } from '#server/domains/settings/imports/csv-text.ts'
import { importFetched, type Synced, stageFetched } from '#server/domains/settings/imports/stage-fetched.ts'
import type { Context } from '#server/http/context.ts'
import type { MarssItem } from '#server/marss/protocol.ts'
import type { LeftOut } from '#views/ui/synced-list.tsx'

/** What is new there, as an import that is taken back like any other. */
export async function importSynced(c: Context, given: readonly MarssItem[]): Promise<Synced> {
  const { coming, leftout } = c.read((db) => sortOut(db, given))
  const rows = coming.map(({ code, name, description, make, model, barcode }) => ({
    ...{ Code: code, 'Stock name': name || description },
    ...{ Make: make, Model: model, Barcode: barcode },
  }))
  if (rows.length === 0) return { added: [], leftout }
  const staged = await stageFetched(c, { list: 'inventory', source: 'Marss', csv: csvText(rows, true) })
  const synced = await importFetched(c, staged, 'inventory')
  return {
    added: synced.added,
    leftout: {
      ...synced.leftout,
      rows: leftout.rows + synced.leftout.rows,
      reasons: [...leftout.reasons, ...synced.leftout.reasons],
    },
  }
}

/** What is here stays as it is, and is not left out. */
function sortOut(db: TenantDb, given: readonly MarssItem[]): { coming: MarssItem[]; leftout: LeftOut } {
  const words = ({ code, barcode }: MarssItem) =>
    [code, barcode].filter(Boolean).map((one) => one.toLowerCase())
  const known = findTakenCodes(
    db,
    given.flatMap(({ code, barcode }) => [code, barcode].filter(Boolean)),
  )
  const coming: MarssItem[] = []
  const taken = new Set<string>()
  const left = { codeless: 0, doubled: 0 }
  for (const item of given) {
    if (!item.code) left.codeless++
    else if (words(item).some((word) => taken.has(word))) left.doubled++
    else if (!words(item).some((word) => known.has(word))) {
      coming.push(item)
      for (const word of words(item)) taken.add(word)
    }
  }
  const reasons = [
    { rows: left.codeless, sentence: 'Marss has no code for it.' },
    { rows: left.doubled, sentence: 'Another item of Marss has its code or barcode.' },
  ].filter(({ rows }) => rows > 0)
  return { coming, leftout: { rows: left.codeless + left.doubled, reasons } }
}
