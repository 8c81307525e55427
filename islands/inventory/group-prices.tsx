import { useEffect, useRef, useState } from 'react'
import { RateCell } from '#islands/job/cell.tsx'
import { call, fetchData, isRefusal, messageOf } from '#islands/lib/call.ts'
import { rateText } from '#islands/lib/figures.ts'
import { showSnackbar } from '#islands/lib/snackbar.ts'
import type { GroupPrice, Item } from '#server/domains/catalogue/inventory/types.ts'
import { Button, IconButton } from '#views/ui/button.tsx'
import { Skeleton } from '#views/ui/small.tsx'

type Figure = 'baserate' | 'markuppercent' | 'markupamount'
const figures: readonly { name: Figure; label: string }[] = [
  { name: 'baserate', label: 'Base rate (R)' },
  { name: 'markuppercent', label: 'Markup (%)' },
  { name: 'markupamount', label: 'Markup amount (R)' },
]

/** What each pricing group asks for the item. A figure is saved when it is left, as on a job's lines. */
export function GroupPrices({ item, editable }: { item: Item; editable: boolean }) {
  const [prices, setPrices] = useState<readonly GroupPrice[]>()
  const [problem, setProblem] = useState('')
  const latest = useRef<readonly GroupPrice[]>([])
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  /** How often somebody else was first: what was begun before that was seen must not go over it. */
  const clashes = useRef(0)
  const pair = (price: GroupPrice) => ({ pricinggroup: price.pricinggroup.id, inventory: item.id })

  const load = () =>
    fetchData<GroupPrice[]>(`/api/inventory/${item.id}/prices`).then(
      (found) => {
        latest.current = found
        setPrices(found)
      },
      (error) => setProblem(messageOf(error)),
    )
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each item
  useEffect(() => void load(), [item.id])

  /** The version that the change before made. */
  const versionOf = ({ pricinggroup }: GroupPrice) =>
    latest.current.find((one) => one.pricinggroup.id === pricinggroup.id)?.entry?.version

  /** One at a time, so that each goes on top of the one before. */
  function change(act: () => Promise<unknown>, told?: string): Promise<string | undefined> {
    const seen = clashes.current
    const mine = queue.current.then(() =>
      clashes.current === seen
        ? changeNow(act, told)
        : 'Someone else changed this price. Press Enter to save yours.',
    )
    queue.current = mine
    return mine
  }

  async function changeNow(act: () => Promise<unknown>, told?: string): Promise<string | undefined> {
    try {
      await act()
      if (told) showSnackbar({ level: 'success', message: told })
      return undefined
    } catch (error) {
      if (isRefusal(error) && error.code === 'conflict') clashes.current++
      return messageOf(error)
    } finally {
      await load()
    }
  }

  async function acted(act: () => Promise<unknown>, told: string): Promise<void> {
    const wrong = await change(act, told)
    if (wrong) showSnackbar({ level: 'error', message: wrong })
  }

  if (problem) return <p className="error">{problem}</p>
  if (!prices) return <Skeleton lines={2} />
  if (prices.length === 0) return null
  return (
    <section className="groupprices">
      <h3>Pricing groups</h3>
      <table className="parts">
        <caption className="unseen">What each pricing group asks for this item</caption>
        <thead>
          <tr>
            <th scope="col">Group</th>
            {figures.map(({ name, label }) => (
              <th key={name} scope="col" className="number">
                {label}
              </th>
            ))}
            <th scope="col" className="number">
              Price (R)
            </th>
            <th scope="col">
              <span className="unseen">Change</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {prices.map((price) => {
            const { pricinggroup, entry } = price
            if (!entry)
              return (
                <tr key={pricinggroup.id}>
                  <th scope="row">{pricinggroup.name}</th>
                  <td colSpan={4} className="none">
                    As everybody
                  </td>
                  <td>
                    {editable && (
                      <Button
                        small
                        icon="plus"
                        onClick={() =>
                          void acted(
                            () => call('POST', '/api/pricing/inventory', pair(price)),
                            `${pricinggroup.name} has a price of its own`,
                          )
                        }
                      >
                        Set a price
                      </Button>
                    )}
                  </td>
                </tr>
              )
            return (
              <tr key={pricinggroup.id}>
                <th scope="row">{pricinggroup.name}</th>
                {figures.map(({ name, label }) => (
                  <td key={name} data-label={label}>
                    <RateCell
                      label={`${label} of ${pricinggroup.name}`}
                      column={name}
                      value={entry[name]}
                      disabled={!editable}
                      onFailed={() => {}}
                      onSave={(value) =>
                        change(() =>
                          call('PATCH', '/api/pricing/inventory', {
                            ...pair(price),
                            [name]: value,
                            version: versionOf(price),
                          }),
                        )
                      }
                    />
                  </td>
                ))}
                <td className="number" data-label="Price (R)">
                  {rateText(entry.price)}
                </td>
                <td>
                  {editable && (
                    <IconButton
                      icon="x"
                      label={`Take ${pricinggroup.name} back to what everybody pays`}
                      onClick={() =>
                        void acted(
                          () => call('PATCH', '/api/pricing/inventory', { ...pair(price), archived: true }),
                          `${pricinggroup.name} pays what everybody pays`,
                        )
                      }
                    />
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
