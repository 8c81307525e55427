import { type DecimalKind, toDecimal } from '#server/money/decimal.ts'
import type { DocumentLine, DocumentTotals, VatTotal } from '#views/documents/types.ts'
import type { InvoiceSummary, InvoiceWithCreditable, OtherThanApproved } from '#views/sales/invoices/types.ts'
import type { Part } from './part.ts'

export function lineJson(line: InvoiceSummary) {
  const { net, vat, total, paid, credited, due } = line
  const deposit = line.deposit && {
    ...line.deposit,
    ...inRand({ open: line.deposit.open, held: line.deposit.held }),
  }
  return { ...line, ...inRand({ net, vat, total, paid, credited, due }), deposit }
}

/** A credit note's lines are below zero, so that they cancel its invoice's. */
export function invoiceJson(invoice: InvoiceWithCreditable) {
  const { payments, creditnotes, creditable, part, overapproved, underapproved, document } = invoice
  const sign = invoice.kind === 'creditnote' ? -1 : 1
  const notes = creditnotes.map((note) => ({ ...note, ...inRand({ total: note.total }) }))
  return {
    ...invoice,
    ...lineJson(invoice),
    payments: payments.map((payment) => ({
      ...payment,
      ...inRand({ amount: payment.amount, rounding: payment.rounding }),
    })),
    deposits: invoice.deposits.map((one) => ({ ...one, ...inRand({ amount: one.amount }) })),
    outcomes: invoice.outcomes.map((one) => ({ ...one, ...inRand({ amount: one.amount }) })),
    ...inRand({
      rounding: invoice.rounding,
      cashdue: invoice.cashdue,
      becamecredit: invoice.becamecredit,
    }),
    opencredit: invoice.opencredit && {
      ...invoice.opencredit,
      ...inRand({ amount: invoice.opencredit.amount }),
    },
    creditnote: invoice.state === 'credited' ? (notes.at(-1) ?? null) : null,
    creditnotes: notes,
    creditable: creditable.map(({ of: _, ...line }) => ({
      ...line,
      quantity: toDecimal(line.quantity, 'quantity'),
      total: toDecimal(line.total, 'cents'),
      back: toDecimal(line.back, 'quantity'),
      backinstock: toDecimal(line.backinstock, 'quantity'),
      toreplace: toDecimal(line.toreplace, 'quantity'),
      tomend: toDecimal(line.tomend, 'quantity'),
      restockable: toDecimal(line.restockable, 'quantity'),
      backrestockable: toDecimal(line.backrestockable, 'quantity'),
    })),
    part: part && partJson(part),
    overapproved: overapproved && approvedJson(overapproved),
    underapproved: underapproved && approvedJson(underapproved),
    document: {
      ...document,
      lines: document.lines.map((line) => documentLine(line, sign)),
      totals: documentTotals(document.totals, sign),
    },
  }
}

const approvedJson = ({ approved, charged, ...rest }: OtherThanApproved) => ({
  ...rest,
  ...inRand({ approved, charged }),
})

const partJson = (part: Part) =>
  'percent' in part
    ? { percent: toDecimal(part.percent, 'percent') }
    : { lines: part.lines.map((line) => ({ ...line, quantity: toDecimal(line.quantity, 'quantity') })) }

function documentLine(
  {
    description,
    unit,
    quantity,
    of: __,
    rate,
    inclusiverate: _,
    discount,
    vatrate,
    exempt,
    earlier,
    ...amounts
  }: DocumentLine,
  sign: number,
) {
  const decimal = (value: number, kind: DecimalKind) => toDecimal(value, kind)
  return {
    description,
    unit,
    quantity: decimal(sign * quantity, 'quantity'),
    rate: decimal(rate, 'rate'),
    discount: decimal(discount ?? 0, 'percent'),
    vatrate: decimal(vatrate, 'percent'),
    exempt: exempt ?? false,
    ...inRand(amounts, sign),
    ...(earlier && { earlier: inRand(earlier, sign) }),
  }
}

const documentTotals = ({ byrate, ...amounts }: DocumentTotals, sign: number) => ({
  ...inRand(amounts, sign),
  byrate: byrate.map(({ vatrate, exempt, ...sums }: VatTotal) => ({
    vatrate: toDecimal(vatrate, 'percent'),
    exempt: exempt ?? false,
    ...inRand(sums, sign),
  })),
})

/** Cents to rand, value by value; zero stays zero under either sign. */
const inRand = <T extends Record<string, number | undefined>>(cents: T, sign = 1) =>
  Object.fromEntries(
    Object.entries(cents).map(([name, value]) => [name, toDecimal((value ?? 0) * sign || 0, 'cents')]),
  ) as { [Name in keyof T]: number }
