import { invalid, Problem } from '#server/errors.ts'
import { DecimalError, parseQuantity, type Quantity } from '#server/money/decimal.ts'
import type { DeliveryInput } from './change-delivery.ts'
import type { DraftInput } from './check-draft.ts'
import type { DeliveryStepName } from './input.ts'

type Texts = string | readonly string[]

type Parties = Pick<
  DeliveryInput,
  'organisation' | 'client' | 'location' | 'storageid' | 'reference' | 'waybill' | 'carrier'
>

type NewForm = Parties & { boardid: string; materialid?: Texts; quantity?: Texts }

type ChangeForm = Parties & {
  version?: number
  materialid?: Texts
  lineid?: Texts
  quantity?: Texts
  equipmentid?: Texts
  remark?: Texts
  name?: string
  signature?: string
  reason?: string
  becomes?: 'stock' | 'mended' | 'scrapped'
}

const listOf = (given: Texts | undefined): readonly string[] => [given ?? []].flat()

/** Rows of a form whose quantity is empty are not chosen. */
const chosenRows = (ids: Texts | undefined, quantities: Texts | undefined) =>
  listOf(ids).flatMap((id, at) => {
    const text = listOf(quantities)[at]?.trim()
    return text ? [{ id, at, quantity: readQuantity(text, id) }] : []
  })

function readQuantity(text: string, row: string): Quantity {
  try {
    return parseQuantity(text)
  } catch (error) {
    throw error instanceof DecimalError ? invalid({ [row]: error.message }) : error
  }
}

/** What the picker says in the words of the call. */
export const formDraft = ({ materialid, quantity, ...given }: NewForm): DraftInput => ({
  ...given,
  lines: chosenRows(materialid, quantity).map(({ id, quantity }) => ({ materialid: id, quantity })),
})

/** What the dialog says at each step in the words of the call. */
export function formChange(step: DeliveryStepName, form: ChangeForm): DeliveryInput {
  const { version, materialid, lineid, quantity, equipmentid, remark, ...rest } = form
  const { name, signature, reason, becomes, ...parties } = rest
  const quantities = chosenRows(lineid, quantity).map(({ id, quantity }) => ({ lineid: id, quantity }))
  if (step === 'deliver') {
    const remarks = listOf(lineid).flatMap((id, at) => {
      const words = listOf(remark)[at]?.trim()
      return words ? [{ lineid: id, remark: words }] : []
    })
    return { version, status: 'delivered', proof: { name, signature, remarks } }
  }
  if (step === 'return')
    return {
      ...{ version, status: 'returned', returns: quantities, storageid: rest.storageid, reason },
      ...{ restock: becomes === 'stock' || becomes === 'scrapped', scrap: becomes === 'scrapped' },
    }
  if (step === 'sell') return { version, sold: quantities }
  const lines = materialid && {
    lines: chosenRows(materialid, quantity).map(({ id, at, quantity }) => ({
      materialid: id,
      quantity,
      equipmentid: listOf(equipmentid)[at] || null,
    })),
  }
  return { version, ...parties, ...lines, ...(step === 'issue' && { status: 'issued' }) }
}

type Rows = { body: Pick<ChangeForm, 'materialid' | 'lineid' | 'quantity'> }

/** A form has the fields of the proof beside the others, and rows that are no line while empty: each message finds its own. */
export function refuseByFormFields(error: unknown, { body }: Rows): never {
  if (!(error instanceof Problem) || !error.more.fields) throw error
  const quantities = listOf(body.quantity)
  const chosen = listOf(body.materialid ?? body.lineid).filter((_, at) => quantities[at]?.trim())
  const fields = Object.entries(error.more.fields).map(([name, text]) => {
    const [, line] = /^(?:lines|returns|sold)\.(\d+)\./.exec(name) ?? []
    return [(line && chosen[Number(line)]) || name.replace(/^proof\./, ''), text]
  })
  throw new Problem(error.status, error.message, { ...error.more, fields: Object.fromEntries(fields) })
}

export function said(step: DeliveryStepName, number: string | null): string {
  if (step === 'issue') return `Issued as ${number}`
  if (step === 'deliver') return `${number} is delivered`
  if (step === 'return') return 'What came back is written down'
  return step === 'sell' ? 'What was sold is written down' : 'Draft saved'
}
