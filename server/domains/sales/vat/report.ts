import { type InputVatDocument, listInputVat } from '#db/queries/purchasing/input-vat.ts'
import { listVatDocuments, sumVat, type VatDocument, type VatSum } from '#db/queries/sales/vat.ts'
import type { TenantDb } from '#db/types.ts'
import { readUninvoicedOrders } from '#server/domains/purchasing/supplierinvoices/present.ts'
import { extractVat, sumCents } from '#server/money/amounts.ts'
import { asCents, type Cents } from '#server/money/decimal.ts'
import { vatRateOn } from '#server/money/vat.ts'
import type { VatPeriod } from '#server/money/vat-period.ts'
import { readZone, startOfDay } from '#server/zone.ts'
import type { VatBox, VatReport } from '#views/sales/vat/types.ts'

/** Which supplies a row is of, in an address: `exempt`, or the rate in ten-thousandths of a percent. */
const supplyOf = ({ vatrate, exempt }: Pick<VatSum, 'vatrate' | 'exempt'>) =>
  exempt ? 'exempt' : String(vatrate)

type Shown = { organisation: string; period: VatPeriod; withinputs: boolean }

/**
 * The VAT201, on the invoice basis: what was issued in the period, less its credit notes, and what suppliers charged.
 * Cents. The form takes the tax out of the sum of field 1, which may differ from the rounded lines by some cents.
 */
export function buildVatReport(db: TenantDb, { organisation, period, withinputs }: Shown): VatReport {
  const sums = sumVat(db, { organisation, ...period })
  const standard = vatRateOn(period.end)
  const of = (fits: (sum: VatSum) => boolean) => addUp(sums.filter(fits))
  const standardRated = of(({ vatrate, exempt }) => !exempt && vatrate === standard)
  const zero = of(({ vatrate, exempt }) => !exempt && vatrate === 0)
  const exempt = of((sum) => sum.exempt)
  const other = of(({ vatrate }) => vatrate > 0 && vatrate !== standard)
  const { vat: tax } = extractVat(standardRated.total, standard)
  const output = asCents(tax + other.vat)
  const boxes: VatBox[] = [
    {
      field: '1',
      label: 'Standard-rated supplies, with VAT',
      cents: standardRated.total,
      supply: String(standard),
    },
    { field: '2', label: 'Zero-rated supplies', cents: zero.total, supply: '0' },
    { field: '3', label: 'Exempt and non-taxable supplies', cents: exempt.total, supply: 'exempt' },
    { field: '4', label: 'VAT in field 1', cents: tax, supply: String(standard) },
    { field: '12', label: 'VAT at other rates', cents: other.vat, supply: 'other' },
    { field: '13', label: 'Total output tax', cents: output, supply: '' },
  ]
  return {
    sums: sums.map((sum) => ({ ...sum, supply: supplyOf(sum), credit: sum.kind === 'creditnote' })),
    boxes: withinputs ? [...boxes, ...inputBoxes(db, organisation, period, output)] : boxes,
    withinputs,
    uninvoiced: withinputs ? listUninvoiced(db, organisation, period) : [],
    invoiced: addUp(sums),
    rounding: asCents(tax - standardRated.vat),
    standard,
  }
}

const listUninvoiced = (db: TenantDb, organisation: string, { start, end }: VatPeriod) => {
  const zone = readZone(db)
  return readUninvoicedOrders(db, {
    organisation,
    start: startOfDay(start, zone),
    end: startOfDay(end, zone, 1),
  })
}

/** What is imported is claimed by the papers of customs, which are not kept here: fields 14A and 15A. */
function inputBoxes(db: TenantDb, organisation: string, period: VatPeriod, output: Cents): VatBox[] {
  const rows = listInputTax(db, organisation, period)
  const claimed = (inputtax: InputTaxClaimed) =>
    sumCents(rows.filter((row) => row.inputtax === inputtax).map(({ vat }) => vat))
  const [capital, other] = [claimed('capital'), claimed('other')]
  const input = asCents(capital + other)
  return [
    { field: '14', label: 'Capital goods and services supplied to you', cents: capital, input: 'capital' },
    { field: '15', label: 'Other goods and services supplied to you', cents: other, input: 'other' },
    { field: '19', label: 'Total input tax', cents: input, input: 'all' },
    { field: '20', label: output < input ? 'VAT refundable' : 'VAT payable', cents: asCents(output - input) },
  ]
}

export type InputTaxClaimed = 'capital' | 'other'

/** The documents behind field 14, 15, or all input tax. */
export function listInputTax(
  db: TenantDb,
  organisation: string,
  { start, end }: VatPeriod,
  only: InputTaxClaimed | 'all' = 'all',
): InputVatDocument[] {
  const zone = readZone(db)
  const instants = { startutc: startOfDay(start, zone), endutc: startOfDay(end, zone, 1) }
  const rows = listInputVat(db, { organisation, start, end, ...instants })
  return only === 'all' ? rows : rows.filter(({ inputtax }) => inputtax === only)
}

const addUp = (rows: readonly VatSum[]): Record<'net' | 'vat' | 'total', Cents> => ({
  net: sumCents(rows.map(({ net }) => net)),
  vat: sumCents(rows.map(({ vat }) => vat)),
  total: sumCents(rows.map(({ total }) => total)),
})

/** `supply` as `supplyOf`, or `other`: at any rate above zero that is not the standard one. */
export function listSupplies(
  db: TenantDb,
  organisation: string,
  period: VatPeriod,
  { supply, kind }: { supply?: string; kind?: string },
): VatDocument[] {
  const standard = vatRateOn(period.end)
  return listVatDocuments(db, { organisation, ...period }).filter((row) => {
    if (kind && row.kind !== kind) return false
    if (!supply) return true
    return supply === 'other' ? row.vatrate > 0 && row.vatrate !== standard : supplyOf(row) === supply
  })
}
