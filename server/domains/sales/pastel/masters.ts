import { listPastelCustomers, listPastelItems } from '#db/queries/sales/pastel.ts'
import type { TenantDb } from '#db/types.ts'
import { readPastelSettings, splitColumns } from '#server/domains/settings/accountcodes/pastel-settings.ts'
import { pastelText } from '#server/export/pastel-rows.ts'
import { toDecimalText } from '#server/money/decimal.ts'

/** Pastel maps the columns of masters at their import, so that the account says which come in which order. */
const inColumns = (columns: string, rows: readonly Record<string, string>[]): string => {
  const names = splitColumns(columns)
  return pastelText(rows.map((row) => names.map((name) => row[name] ?? '')))
}

const TAKE = 500

/** `next`: the id after which the next part begins; undefined: there is no more. */
type Part = { text: string; next: string | undefined }

const partOf = (text: string, rows: readonly { id: string }[]): Part => ({
  text,
  next: rows.length === TAKE ? rows.at(-1)?.id : undefined,
})

export function customersForPastel(db: TenantDb, after: string): Part {
  const found = listPastelCustomers(db, { after, take: TAKE })
  const rows = found.map(({ paymentdays, ...client }) => ({
    ...(client as unknown as Record<string, string>),
    paymentdays: paymentdays === null ? '' : String(paymentdays),
  }))
  return partOf(inColumns(readPastelSettings(db).customers, rows), found)
}

export function itemsForPastel(db: TenantDb, after: string, seesRates: boolean): Part {
  const settings = readPastelSettings(db)
  const found = listPastelItems(db, { after, take: TAKE })
  const rows = found.map(({ code, name, unit, rate, vatexempt, category, accountcode }) => ({
    ...{ code, name, unit, category: category ?? '', accountcode: accountcode ?? '' },
    rate: seesRates ? toDecimalText(rate, 'rate') : '',
    tax: vatexempt ? settings.exempt : settings.standard,
  }))
  return partOf(inColumns(settings.items, rows), found)
}
