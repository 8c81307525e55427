import { findTakenCodes } from '#db/queries/catalogue/taken-codes.ts'
import type { TenantDb } from '#db/types.ts'
import { csvText } from '#server/domains/settings/imports/csv-text.ts'
import { importFetched, type Synced, stageFetched } from '#server/domains/settings/imports/stage-fetched.ts'
import type { Context } from '#server/http/context.ts'
import type { MarssItem } from '#server/marss/protocol.ts'
import { shortText, wholeNumber } from '#views/format.ts'
import type { LeftOut } from '#views/ui/synced-list.tsx'

/** What is new there, as an import that is taken back like any other. */
export async function importSynced(c: Context, { rows: given, part }: Given): Promise<Synced> {
  const { coming, leftout } = c.read((db) => sortOut(db, given))
  const rows = coming.map(({ code, name, description, make, model, barcode }) => ({
    ...{ Code: code, 'Stock name': name || description },
    ...{ Make: make, Model: model, Barcode: barcode },
  }))
  if (rows.length === 0) return { added: [], leftout: { ...leftout, part } }
  const staged = await stageFetched(c, { list: 'inventory', source: 'Marss', csv: csvText(rows, true) })
  return importFetched(c, staged, 'inventory', { ...leftout, part })
}

type Given = { rows: readonly MarssItem[]; part?: string }
type Field = 'code' | 'barcode'
const fields = ['code', 'barcode'] as const

/** One of a code that is here stays as it is, and is not left out. */
function sortOut(db: TenantDb, given: readonly MarssItem[]): { coming: MarssItem[]; leftout: LeftOut } {
  const here = findTakenCodes(
    db,
    given.flatMap(({ code, barcode }) => [code, barcode].filter(Boolean)),
  )
  const coming: MarssItem[] = []
  const taken = new Map<string, { field: Field; code: string }>()
  const left = {
    unread: [] as string[],
    codeless: [] as string[],
    doubled: [] as string[],
    held: [] as string[],
  }
  const heldBy = (word: string) => {
    const [ofcode, ofbarcode] = [here.codes.get(word), here.barcodes.get(word)]
    if (ofcode !== undefined) return { field: 'code' as const, code: ofcode }
    return ofbarcode === undefined ? undefined : { field: 'barcode' as const, code: ofbarcode }
  }
  for (const item of given) {
    const doubled = describeTaken(item, (word) => taken.get(word))
    const held = describeTaken(item, heldBy)
    if (item.wrong.length > 0) left.unread.push(`${nameItem(item)} (${item.wrong.join(', ')})`)
    else if (!item.code) left.codeless.push(nameItem(item))
    else if (here.codes.has(item.code.toLowerCase())) continue
    else if (doubled) left.doubled.push(doubled)
    else if (held) left.held.push(held)
    else {
      coming.push(item)
      for (const field of fields)
        if (item[field]) taken.set(item[field].toLowerCase(), { field, code: item.code })
    }
  }
  const reasons = [
    { items: left.unread, why: 'What Marss gave is no text' },
    { items: left.codeless, why: 'Marss has no code for it' },
    { items: left.doubled, why: 'Another item of Marss has its code or barcode' },
    { items: left.held, why: 'An item here with another code has its code or barcode' },
  ]
    .filter(({ items }) => items.length > 0)
    .map(({ items, why }) => ({ rows: items.length, sentence: `${why}: ${someOf(items)}.` }))
  return { coming, leftout: { rows: reasons.reduce((sum, { rows }) => sum + rows, 0), reasons } }
}

type Taken = { field: Field; code: string }

function describeTaken(item: MarssItem, by: (word: string) => Taken | undefined): string | undefined {
  for (const field of fields) {
    const other = item[field] ? by(item[field].toLowerCase()) : undefined
    if (other)
      return `${nameItem(item)} (its ${field} is the ${other.field} of ${shortText(other.code) || 'one without a code'})`
  }
}

const MOST_NAMED = 10

const nameItem = ({ code, name, description }: MarssItem) =>
  shortText(code || name || description) || 'one without a name'

const someOf = (items: readonly string[]) => {
  const more = items.length - MOST_NAMED
  return items.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${wholeNumber(more)} more` : '')
}
