import { useEffect, useState } from 'react'
import type { ReferencedRecord } from '#server/domains/work/jobs/types.ts'
import { fetchData, isRefusal } from './call.ts'
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
        // Nobody asked for it: without a line its field shows what is chosen.
        const isSilent = isRefusal(error) && (!error.status || error.status === 403)
        if (!isSilent) showError(error)
      },
    )
    return () => {
      isWanted = false
    }
  }, [path])
  return names
}

/** Once one was made the next asks anew. */
export const forgetNames = () => cached.clear()

const searchRecords = (kind: 'clients' | 'suppliers' | 'inventory') => (text: string) =>
  fetchData<PickerChoice[]>(`/api/lookup/${kind}?search=${encodeURIComponent(text)}`)

export const searchClients = searchRecords('clients')
export const searchSuppliers = searchRecords('suppliers')
export const searchInventory = searchRecords('inventory')

export const locationsPath = (client: string) =>
  `/api/locations?take=500${client ? `&client=${encodeURIComponent(client)}` : ''}`
