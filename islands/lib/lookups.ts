import { useEffect, useState } from 'react'
import type { ReferencedRecord } from '#server/domains/work/jobs/types.ts'
import { call, fetchData, isRefusal } from './call.ts'
import { showError } from './snackbar.ts'
import type { PickerChoice } from './use-options.ts'

type Row = Record<string, unknown> & { id: string; name?: string }

const cached = new Map<string, Promise<readonly Row[]>>()

/** A short list of names, asked for once a page. Undefined while it comes, and for whoever may not see it. */
export function useNames<T extends ReferencedRecord = ReferencedRecord>(
  path: string | null,
): readonly T[] | undefined {
  const [names, setNames] = useState<readonly T[]>()
  useEffect(() => {
    if (!path) return
    let isWanted = true
    const asked = cached.get(path) ?? fetchData<Row[]>(path)
    cached.set(path, asked)
    asked.then(
      (rows) => isWanted && setNames(rows as unknown as readonly T[]),
      (error) => {
        cached.delete(path)
        if (!isRefusal(error) || error.status !== 403) showError(error)
      },
    )
    return () => {
      isWanted = false
    }
  }, [path])
  return names
}

export const searchClients = async (text: string): Promise<PickerChoice[]> =>
  (await searchRows('/api/clients', text)).map(({ id, name = '', city }) => ({
    id,
    name,
    note: textOf(city),
  }))

export const searchSuppliers = async (text: string): Promise<PickerChoice[]> =>
  (await searchRows('/api/suppliers', text)).map(({ id, name = '', city }) => ({
    id,
    name,
    note: textOf(city),
  }))

/** Items by code, make, model or stock name, which goes before make and model as it does in every list. */
export const searchInventory = async (text: string): Promise<PickerChoice[]> =>
  (await searchRows('/api/inventory', text)).map(({ id, code, make, model, materialname, baseunit }) => {
    const makeAndModel = joinTexts(' ', make, model)
    const name = textOf(materialname) || makeAndModel || textOf(code)
    return { id, name, note: joinTexts(' · ', code, makeAndModel === name ? '' : makeAndModel, baseunit) }
  })

const searchRows = async (path: string, text: string) =>
  (await call<Row[]>('GET', `${path}?take=12&search=${encodeURIComponent(text)}`)).data

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const joinTexts = (by: string, ...values: unknown[]) => values.map(textOf).filter(Boolean).join(by)

export const locationsPath = (client: string) =>
  `/api/locations?take=500${client ? `&client=${encodeURIComponent(client)}` : ''}`
