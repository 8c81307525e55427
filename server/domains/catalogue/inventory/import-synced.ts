import { findTakenCodes } from '#db/queries/catalogue/taken-codes.ts'
import type { TenantDb } from '#db/types.ts'
import { csvText } from '#server/domains/settings/imports/csv-text.ts'
import { importFetched, type Synced, stageFetched } from '#server/domains/settings/imports/stage-fetched.ts'
import type { Context } from '#server/http/context.ts'
import type { MarssItem } from '#server/marss/protocol.ts'
import { shortText, wholeNumber } from '#views/format.ts'
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
  return importFetched(c, staged, 'inventory', leftout)
}

/** One of a code that is here stays as it is, and is not left out. */
function sortOut(db: TenantDb, given: readonly MarssItem[]): { coming: MarssItem[]; leftout: LeftOut } {
  const words = ({ code, barcode }: MarssItem) =>
    [code, barcode].filter(Boolean).map((one) => one.toLowerCase())
  const here = findTakenCodes(
    db,
    given.flatMap(({ code, barcode }) => [code, barcode].filter(Boolean)),
  )
  const coming: MarssItem[] = []
  const taken = new Set<string>()
  const left = { codeless: [] as MarssItem[], doubled: [] as MarssItem[], held: [] as MarssItem[] }
  for (const item of given) {
    if (!item.code) left.codeless.push(item)
    else if (here.codes.has(item.code.toLowerCase())) continue
    else if (words(item).some((word) => taken.has(word))) left.doubled.push(item)
    else if (words(item).some((word) => here.codes.has(word) || here.barcodes.has(word))) left.held.push(item)
    else {
      coming.push(item)
      for (const word of words(item)) taken.add(word)
    }
  }
  const reasons = [
    { items: left.codeless, why: 'Marss has no code for it' },
    { items: left.doubled, why: 'Another item of Marss has its code or barcode' },
    { items: left.held, why: 'An item here with another code has its code or barcode' },
  ]
    .filter(({ items }) => items.length > 0)
    .map(({ items, why }) => ({ rows: items.length, sentence: `${why}: ${nameItems(items)}.` }))
  return { coming, leftout: { rows: reasons.reduce((sum, { rows }) => sum + rows, 0), reasons } }
}

const MOST_NAMED = 10

function nameItems(items: readonly MarssItem[]): string {
  const named = items
    .slice(0, MOST_NAMED)
    .map(({ code, name, description }) => shortText(code || name || description) || 'one without a name')
  const more = items.length - named.length
  return named.join(', ') + (more > 0 ? ` and ${wholeNumber(more)} more` : '')
}
