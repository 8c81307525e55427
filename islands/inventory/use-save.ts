import { type RefObject, useState } from 'react'
import { call, errorMessage, fetchData, isRefusal } from '#islands/lib/call.ts'
import { showError, showSnackbar } from '#islands/lib/snackbar.ts'
import type { Item } from '#server/domains/catalogue/inventory/types.ts'
import {
  changedItemValues,
  conflictingItemFields,
  type ItemValues,
  MADE_FROM,
  OPENING,
  PRICE,
  readItemForm,
  toItemValues,
} from './item-form.ts'
import type { InventoryProps } from './props.ts'
import { type ItemSamples, nameFigures } from './sample-prices.tsx'

export type FormProblem = { message: string; fields: Record<string, string> }

type Options = {
  item: Item
  form: RefObject<HTMLFormElement | null>
  props: InventoryProps
  onSaved: () => void
}

const FINISHED_GOODS = 3

export function useSaveItem({ item, form, props, onSaved }: Options) {
  const [version, setVersion] = useState(item.version)
  const [problem, setProblem] = useState<FormProblem>()
  const [saving, setSaving] = useState(false)
  const [samples, setSamples] = useState(samplesOf(item))
  const exists = item.id !== ''

  const close = () => form.current?.closest('dialog')?.close()

  async function save(): Promise<void> {
    if (saving || !form.current) return
    const before = toItemValues(item)
    const values = readItemForm(form.current, before)
    const typedprice = new FormData(form.current).get(PRICE)
    const price: ItemValues =
      typedprice === null ? {} : { [PRICE]: String(typedprice).replace(/[\s\u00a0\u202f]/g, '') }
    const mine = { ...changedItemValues(before, values), ...price }
    if (exists && Object.keys(mine).length === 0) return close()
    setSaving(true)
    try {
      const { data, message } = exists
        ? await call<Item>('PATCH', `/api/inventory/${item.id}`, { ...mine, version })
        : await add({ ...mine, code: values.code ?? '', keptinstock: values.keptinstock ?? true })
      showSnackbar({ level: 'success', message: message ?? 'Saved' })
      onSaved()
      close()
      if (data.keptinstock && !item.keptinstock && props.can.adjust) await offerUsedBefore(item.id)
    } catch (error) {
      refuse(error, mine)
    } finally {
      setSaving(false)
    }
  }

  async function add(values: ItemValues) {
    const typed = new FormData(form.current ?? undefined)
    const inputs = readInputs(typed)
    const isMade = inputs.length > 0 && values.keptinstock
    const item = isMade ? { ...values, inventoryclass: FINISHED_GOODS } : values
    const added = await call<Item>('POST', '/api/inventory', item)
    if (inputs.length > 0)
      await call('PUT', `/api/inventory/${added.data.id}/inputs`, inputs).catch((error) =>
        showSnackbar({
          level: 'error',
          message: `The item is kept, what it is made from not: ${errorMessage(error)}`,
        }),
      )
    const quantity = String(typed.get(OPENING) ?? '').trim()
    if (quantity === '' || Number(quantity.replace(',', '.')) === 0) return added
    const opening = { inventoryid: added.data.id, quantity, note: 'Opening quantity' }
    await call('POST', '/api/inventory/inbound', opening).catch((error) =>
      showSnackbar({ level: 'error', message: `The item is kept, its quantity not: ${errorMessage(error)}` }),
    )
    return added
  }

  function refuse(error: unknown, mine: ItemValues): void {
    const current = conflictingItem(error)
    if (current) setVersion(current.version)
    setProblem(
      current
        ? {
            message: `${errorMessage(error)} What you typed is kept: save again to put it over theirs.`,
            fields: conflictingItemFields(item, current, mine, props),
          }
        : { message: errorMessage(error), fields: byListField((isRefusal(error) && error.fields) || {}) },
    )
  }

  async function setArchived(archived: boolean): Promise<void> {
    try {
      const path = `/api/inventory/${item.id}`
      const { message } = await (archived ? call('DELETE', path) : call('PATCH', path, { archived }))
      const undo = { act: () => void setArchived(!archived) }
      showSnackbar({ level: 'success', message: archived ? (message ?? '') : `${item.name} restored`, undo })
      onSaved()
      close()
    } catch (error) {
      showSnackbar({ level: 'error', message: errorMessage(error) })
    }
  }

  /** Beside what is typed, which stays as it is. */
  async function setSample(of: ItemSamples, sample: boolean, known: number): Promise<void> {
    try {
      const path = `/api/inventory/${item.id}`
      const { data } = await call<Item>('PATCH', path, {
        ...(of.price && { sampleprice: sample }),
        ...(of.cost && { samplecost: sample }),
        version: known,
      })
      setVersion(data.version)
      setSamples(samplesOf(data))
      const undo = sample ? undefined : { act: () => void setSample(of, true, data.version) }
      const message = `${sample ? 'A sample again' : 'Confirmed'}: ${nameFigures(of)}`
      showSnackbar({ level: 'success', message, undo })
      onSaved()
    } catch (error) {
      showError(error)
    }
  }

  return {
    problem,
    saving,
    samples,
    confirmSamples: () => void setSample(samples, false, version),
    save: () => void save(),
    setArchived: (to: boolean) => void setArchived(to),
  }
}

const samplesOf = ({ sampleprice, samplecost }: Item): ItemSamples => ({
  price: Boolean(sampleprice),
  cost: Boolean(samplecost),
})

function readInputs(typed: FormData): { inventoryid: string; quantity: string }[] {
  const quantities = typed.getAll(MADE_FROM.quantity)
  return typed.getAll(MADE_FROM.item).map((inventoryid, at) => ({
    inventoryid: String(inventoryid),
    quantity: String(quantities[at] ?? ''),
  }))
}

/** What was used before the item was kept in stock may be booked now. */
async function offerUsedBefore(id: string): Promise<void> {
  const lines = await fetchData<unknown[]>(`/api/inventory/${id}/usedbefore`)
  if (lines.length > 0) await window.joblane.dialog(`/inventory/${id}/stock/usedbefore`)
}

function conflictingItem(error: unknown): Item | undefined {
  if (!isRefusal(error) || error.code !== 'conflict') return undefined
  const current = error.data as Item | undefined
  return current && 'version' in current ? current : undefined
}

/** What is wrong with a part of a list is said once, of the list. */
function byListField(fields: Record<string, string>): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [path, text] of Object.entries(fields)) found[path.split('.')[0] ?? path] ??= sentence(text)
  return found
}

const sentence = (text: string) => (/^[a-z]/.test(text) ? `This ${text}.` : text)
