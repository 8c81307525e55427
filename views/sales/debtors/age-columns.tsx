import type { ReactNode } from 'react'
import { Money } from '#views/ui/figures.tsx'
import type { Column } from '#views/ui/table.tsx'
import { type AgeBucket, type Ageing, ageNames } from './types.ts'

type Aged = { ages: Ageing }

const bucketNames = Object.keys(ageNames) as AgeBucket[]

const money = (cents: number) => (cents === 0 ? null : <Money cents={cents} />)

/** What is owed by age, what of it in all, and what stands as credit. */
export const ageColumns: Column<Aged>[] = [
  ...bucketNames.map((age) => ({
    key: age,
    head: ageNames[age],
    numeric: true,
    cell: ({ ages }: Aged) => money(ages[age]),
  })),
  { key: 'owed', head: 'Owed', numeric: true, cell: ({ ages }) => money(ages.owed) },
  { key: 'credit', head: 'Credit', numeric: true, cell: ({ ages }) => money(ages.credit) },
]

type AgedFootProps = {
  ages: Ageing
  /** How many there are, in words. */
  label: string
  /** Whether rows end in buttons. */
  actions: boolean
  credit?: ReactNode
}

export const AgedFoot = ({ ages, label, actions, credit = <Money cents={ages.credit} /> }: AgedFootProps) => (
  <tr>
    <td>{label}</td>
    {bucketNames.map((age) => (
      <td key={age} className="number" data-label={ageNames[age]}>
        <Money cents={ages[age]} />
      </td>
    ))}
    <td className="number" data-label="Owed">
      <Money cents={ages.owed} />
    </td>
    <td className="number" data-label="Credit">
      {credit}
    </td>
    {actions && <td />}
  </tr>
)
