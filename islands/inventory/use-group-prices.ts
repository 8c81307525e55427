import { useEffect, useRef, useState } from 'react'
import { call, errorMessage, fetchData, isRefusal } from '#islands/lib/call.ts'
import { type SaveError, SaveQueue } from '#islands/lib/save-queue.ts'
import { showSnackbar } from '#islands/lib/snackbar.ts'
import type { GroupPrice } from '#server/domains/catalogue/inventory/types.ts'

export type PriceFigure = 'baserate' | 'markuppercent' | 'markupamount'

const path = '/api/pricing/inventory'

export function useGroupPrices(inventory: string) {
  const [prices, setPrices] = useState<readonly GroupPrice[]>()
  const [problem, setProblem] = useState('')
  const latest = useRef<readonly GroupPrice[]>([])
  const queue = useRef(new SaveQueue())

  const load = () =>
    fetchData<GroupPrice[]>(`/api/inventory/${inventory}/prices`).then(
      (found) => {
        latest.current = found
        setPrices(found)
      },
      (error) => setProblem(errorMessage(error)),
    )
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each item
  useEffect(() => void load(), [inventory])

  const send = (request: () => Promise<unknown>): Promise<SaveError> =>
    queue.current.add(async () => {
      try {
        await request()
      } catch (error) {
        if (isRefusal(error) && error.code === 'conflict') return queue.current.meetConflict()
        return errorMessage(error)
      } finally {
        await load()
      }
    })

  async function sendAndTell(request: () => Promise<unknown>, message: string): Promise<void> {
    const error = await send(request)
    showSnackbar(error ? { level: 'error', message: error } : { level: 'success', message })
  }

  const keyOf = ({ pricinggroup }: GroupPrice) => ({ pricinggroup: pricinggroup.id, inventory })
  /** The version that the change before made. */
  const versionOf = ({ pricinggroup }: GroupPrice) =>
    latest.current.find((one) => one.pricinggroup.id === pricinggroup.id)?.entry?.version

  return {
    prices,
    problem,
    change: (price: GroupPrice, figure: PriceFigure, value: number) =>
      send(() => call('PATCH', path, { ...keyOf(price), [figure]: value, version: versionOf(price) })),
    add: (price: GroupPrice) =>
      void sendAndTell(
        () => call('POST', path, keyOf(price)),
        `${price.pricinggroup.name} has a price of its own`,
      ),
    archive: (price: GroupPrice) =>
      void sendAndTell(
        () => call('PATCH', path, { ...keyOf(price), archived: true }),
        `${price.pricinggroup.name} pays what everybody pays`,
      ),
  }
}
