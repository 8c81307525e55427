import { type RefObject, useState } from 'react'
import { call, isRefusal, messageOf } from '#islands/lib/call.ts'
import { showSnackbar } from '#islands/lib/snackbar.ts'
import type { Item } from '#server/domains/catalogue/inventory/types.ts'
import {
  changedItemValues,
  conflictingItemFields,
  type ItemValues,
  readItemForm,
  valuesOf,
} from './item-form.ts'
import type { InventoryProps } from './props.ts'

export type FormProblem = { message: string; fields: Record<string, string> }

type Options = {
  /** The reading that the form was filled from. */
  item: Item
  form: RefObject<HTMLFormElement | null>
  props: InventoryProps
  onSaved: () => void
  onProblem: (problem: FormProblem) => void
}

/** Saving, archiving and restoring an item from its dialog. What was typed stays until it is stored. */
export function useSaveItem({ item, form, props, onSaved, onProblem }: Options) {
  const [version, setVersion] = useState(item.version)
  const [problem, setProblem] = useState<FormProblem>()
  const [saving, setSaving] = useState(false)
  const exists = item.id !== ''

  const close = () => form.current?.closest('dialog')?.close()

  function complain(next: FormProblem): void {
    setProblem(next)
    onProblem(next)
  }

  async function save(): Promise<void> {
    if (saving || !form.current) return
    const before = valuesOf(item)
    const values = readItemForm(form.current, before)
    const mine = changedItemValues(before, values)
    if (exists && Object.keys(mine).length === 0) return close()
    setSaving(true)
    try {
      const { message } = exists
        ? await call<Item>('PATCH', `/api/inventory/${item.id}`, { ...mine, version })
        : await call<Item>('POST', '/api/inventory', { ...mine, code: values.code })
      showSnackbar({ level: 'success', message: message ?? 'Saved' })
      onSaved()
      close()
    } catch (error) {
      complain(problemOf(error, mine))
    } finally {
      setSaving(false)
    }
  }

  function problemOf(error: unknown, mine: ItemValues): FormProblem {
    if (!isRefusal(error)) return { message: messageOf(error), fields: {} }
    const current = error.data as Item | undefined
    if (error.code !== 'conflict' || !current || !('version' in current))
      return { message: error.message, fields: plainly(error.fields ?? {}) }
    setVersion(current.version)
    return {
      message: `${error.message} What you typed is kept: save again to put it over theirs.`,
      fields: conflictingItemFields(item, current, mine, props),
    }
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
      showSnackbar({ level: 'error', message: messageOf(error) })
    }
  }

  return { problem, saving, save: () => void save(), setArchived: (to: boolean) => void setArchived(to) }
}

/** What is wrong with a part of a list is said once, of the list. */
function plainly(fields: Record<string, string>): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [path, text] of Object.entries(fields)) found[path.split('.')[0] ?? path] ??= sentence(text)
  return found
}

const sentence = (text: string) => (/^[a-z]/.test(text) ? `This ${text}.` : text)
