import { useEffect, useState } from 'react'
import type { OrderState } from '#db/schema/tenant/index.ts'
import { fetchData } from '#islands/lib/call.ts'
import { shortDate } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'

type JobOrder = {
  id: string
  number: string | null
  state: OrderState
  supplier: { name: string }
  required: string | null
  expected: string | null
  late: boolean
}

/** `seq` is the job's change number. */
export function useJobOrders(jobid: string | undefined, seq: number): readonly JobOrder[] {
  const [orders, setOrders] = useState<readonly JobOrder[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer change number means that there may be other orders
  useEffect(() => {
    if (!jobid) return
    const load = () =>
      void fetchData<JobOrder[]>(`/api/purchaseorders?jobid=${jobid}`).then(setOrders, () => setOrders([]))
    load()
    // The order over the job may have been placed, or have come.
    document.addEventListener('joblane:dialogclosed', load)
    return () => document.removeEventListener('joblane:dialogclosed', load)
  }, [jobid, seq])
  return orders
}

/** Which orders hold parts of the job, and when they come. */
export function JobOrders({ orders }: { orders: readonly JobOrder[] }) {
  const shown = orders.filter(({ state }) => state !== 'cancelled')
  if (shown.length === 0) return null
  return (
    <ul className="joborders" aria-label="Ordered for this job">
      {shown.map((order) => (
        <li key={order.id}>
          <Button
            small
            look="quiet"
            icon="shopping-cart"
            onClick={() => void window.joblane.dialog(`/purchase/${order.id}`)}
          >
            {order.number ?? 'Draft order'}
          </Button>
          <span>
            {order.supplier.name}, {sayComing(order)}
          </span>
        </li>
      ))}
    </ul>
  )
}

function sayComing({ state, expected, required, late }: JobOrder): string {
  if (state === 'draft') return 'not placed yet'
  if (state === 'received') return 'all has come'
  if (state === 'closed') return 'the rest does not come'
  const part = state === 'part' ? 'a part has come, ' : ''
  const day = expected
    ? `promised for ${shortDate(expected)}`
    : required && `needed by ${shortDate(required)}`
  return `${part}${day || 'no day is promised'}${late ? ', late' : ''}`
}
