import { invalid, Problem } from '#server/errors.ts'
import { DecimalError, parsePercent, parseQuantity, parseTypedPrice } from '#server/money/decimal.ts'
import type { OrderedQuantity } from './after-sending.ts'
import type { OrderChangeInput } from './change-order.ts'
import type { OrderInput, OrderLineInput } from './check-order.ts'
import type { OrderStepName } from './input.ts'

type Texts = string | readonly string[]

type Head = Pick<
  OrderChangeInput,
  'version' | 'supplier' | 'organisation' | 'required' | 'expected' | 'reference' | 'note'
>

type NewForm = Pick<OrderInput, 'supplier' | 'required' | 'reference'> & {
  jobid?: string | null
  inventoryid?: Texts
  quantity?: Texts
  unit?: Texts
}

type DraftForm = Head &
  Partial<
    Record<
      | 'lineid'
      | 'inventoryid'
      | 'description'
      | 'quantity'
      | 'unit'
      | 'rate'
      | 'discount'
      | 'jobid'
      | 'linenote',
      Texts
    >
  > & { additem?: string | null; addtext?: string; rows?: string }

const listOf = (given: Texts | undefined): readonly string[] => [given ?? []].flat()

/** Refused by the input that it was typed into. */
function parsed<T>(text: string | undefined, field: string, parse: (text: string) => T): T | undefined {
  if (!text?.trim()) return
  try {
    return parse(text)
  } catch (error) {
    throw error instanceof DecimalError ? invalid({ [field]: error.message }) : error
  }
}

/** Rows whose quantity is empty are left out. */
export const formNewOrder = ({ jobid, inventoryid, quantity, unit, ...head }: NewForm): OrderInput => ({
  ...head,
  lines: listOf(inventoryid).flatMap((id, at) => {
    const many = parsed(listOf(quantity)[at], id, parseQuantity)
    return many === undefined
      ? []
      : [{ inventoryid: id, quantity: many, unit: listOf(unit)[at], jobid: jobid ?? null }]
  }),
})

/** What the dialog says at each step in the words of the call. */
export function formOrderChange(
  step: OrderStepName,
  form: DraftForm,
  readRows: (rows: string) => OrderLineInput[],
): OrderChangeInput {
  const { version, supplier, organisation, required, expected, reference, note } = form
  if (step === 'close' || step === 'reopen' || step === 'cancel')
    return {
      ...{ version, status: ({ close: 'closed', reopen: 'sent', cancel: 'cancelled' } as const)[step] },
      ...(form.lineid !== undefined && { lineids: [...listOf(form.lineid)] }),
    }
  if (step === 'promise') return { version, expected: expected ?? null }
  const pasted = form.rows?.trim() ? readRows(form.rows) : []
  const lines = [...formLines(form), ...added(form), ...pasted]
  return {
    ...{ version, supplier, organisation, required, expected, reference, note, lines },
    ...(step === 'send' && { status: 'sent' }),
  }
}

const formLines = (form: DraftForm): OrderLineInput[] =>
  listOf(form.lineid).flatMap((id, at) => {
    const cell = (name: 'inventoryid' | 'description' | 'unit' | 'jobid' | 'linenote') =>
      listOf(form[name])[at]
    const quantity = parsed(listOf(form.quantity)[at], `quantity-${id}`, parseQuantity)
    if (quantity === undefined) return []
    const discount = listOf(form.discount)[at]
    return {
      ...{ id, quantity, inventoryid: cell('inventoryid') || null },
      ...{ description: cell('description'), unit: cell('unit'), note: cell('linenote') },
      jobid: cell('jobid') || null,
      rate: parsed(listOf(form.rate)[at], `rate-${id}`, parseTypedPrice),
      discount:
        discount === undefined ? undefined : (parsed(discount, `discount-${id}`, parsePercent) ?? null),
    }
  })

const one = parseQuantity(1)

const added = ({ additem, addtext }: DraftForm): OrderLineInput[] =>
  additem
    ? [{ inventoryid: additem, quantity: one }]
    : addtext?.trim()
      ? [{ description: addtext, quantity: one }]
      : []

type CameForm = { lineid?: Texts; quantity?: Texts; storageid?: Texts }

/** What came or goes back, of the lines that have a quantity. */
export const formQuantities = ({ lineid, quantity, storageid }: CameForm): OrderedQuantity[] =>
  listOf(lineid).flatMap((id, at) => {
    const many = parsed(listOf(quantity)[at], id, parseQuantity)
    return many === undefined ? [] : { lineid: id, quantity: many, storageid: listOf(storageid)[at] || null }
  })

type Rows = { body: { lineid?: Texts; inventoryid?: Texts; quantity?: Texts } }

/** A row that is empty is no line of the call: each message finds the input of its own row. */
export function refuseByRow(error: unknown, { body }: Rows): never {
  if (!(error instanceof Problem) || !error.more.fields) throw error
  const quantities = listOf(body.quantity)
  const ids = listOf(body.lineid ?? body.inventoryid).filter((_, at) => quantities[at]?.trim())
  const fields = Object.entries(error.more.fields).map(([name, words]) => {
    const [, at, field] = /^lines\.(\d+)\.(\w+)$/.exec(name) ?? []
    const id = at === undefined ? undefined : ids[Number(at)]
    if (!id) return [name, words]
    // The item of a row is no input of its own: what is wrong with it stands at its name.
    if (field === 'inventoryid') return [`description-${id}`, words]
    return ['rate', 'discount', 'description'].includes(field ?? '') || draftRow(body)
      ? [`${field}-${id}`, words]
      : [id, words]
  })
  throw new Problem(error.status, error.message, { ...error.more, fields: Object.fromEntries(fields) })
}

const draftRow = (body: object) => 'description' in body
