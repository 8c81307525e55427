import type { Config } from '#server/config.ts'

// Marss publishes no protocol. This file is all that is assumed of it; its address, its paths and the header of the key
// are settings.

export type MarssConfig = Pick<
  Config,
  'marssurl' | 'marsskeyheader' | 'marssitemspath' | 'marsslevelspath' | 'marssassetspath'
>

/** What is asked, and how a row of its answer is read: a list, or an object that holds it as `list`. */
export type MarssQuestion<T> = {
  address: string
  body?: unknown
  list: string
  most: number
  /** Empty for a row that says nothing that can be used. */
  read(row: MarssRow): T[]
}

type MarssRow = Record<string, unknown>

/** Specification 2, "Sync item from an accounting service". */
const itemFields = ['code', 'name', 'description', 'make', 'model', 'barcode'] as const
/** `wrong`: fields that were given as something else than text. */
export type MarssItem = Record<(typeof itemFields)[number], string> & { wrong: string[] }

/** `GET /items` */
export const askItems = ({ marssurl, marssitemspath }: MarssConfig): MarssQuestion<MarssItem> => ({
  address: marssurl + marssitemspath,
  list: 'items',
  most: 10_000,
  read: (row) => [
    {
      // Whole, so that the import says what is too long for an item.
      code: text(row.code) || text(row.itemID),
      name: text(row.name),
      description: text(row.description),
      make: text(row.make),
      model: text(row.model),
      barcode: text(row.barcode),
      wrong: ['itemID', ...itemFields].filter((field) => !isText(row[field])),
    },
  ],
})

/** In the item's own unit there. */
type MarssLevel = { place: string; quantity: number }

type Coded = { code: string; barcode: string }

/** `GET /levels?code=…&barcode=…` */
export const askLevels = (
  { marssurl, marsslevelspath }: MarssConfig,
  { code, barcode }: Coded,
): MarssQuestion<MarssLevel> => ({
  address: `${marssurl}${marsslevelspath}?${new URLSearchParams({ code, ...(barcode && { barcode }) })}`,
  list: 'levels',
  most: 500,
  read({ place, quantity }) {
    const figure = number(quantity)
    return figure === null ? [] : [{ place: text(place), quantity: figure }]
  },
})

export type MarssAsset = { code: string; total: number; available: number }

/** `POST /assets/availability` with `[{ code, quantity }]` */
export const askAssets = (
  { marssurl, marssassetspath }: MarssConfig,
  wanted: readonly { code: string; quantity: number }[],
): MarssQuestion<MarssAsset> => ({
  address: marssurl + marssassetspath,
  body: wanted,
  list: 'assets',
  most: 500,
  read(row) {
    const [code, available] = [text(row.code), number(row.available)]
    return code && available !== null ? [{ code, available, total: number(row.total) ?? available }] : []
  },
})

const isText = (given: unknown) => ['string', 'number', 'undefined'].includes(typeof given) || given === null

const text = (given: unknown) =>
  (typeof given === 'string' || typeof given === 'number' ? String(given) : '')
    .replace(/\p{Cc}+/gu, ' ')
    .toWellFormed()
    .trim()

function number(given: unknown): number | null {
  const figure = typeof given === 'string' && given.trim() ? Number(given.replace(',', '.')) : given
  return typeof figure === 'number' && Number.isFinite(figure) ? figure : null
}
