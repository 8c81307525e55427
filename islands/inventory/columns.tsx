import type { ReactNode } from 'react'
import { RAW_MATERIALS } from '#db/stock-classes.ts'
import { exactRateText, quantityText } from '#islands/lib/figures.ts'
import type { InventoryLine } from '#server/domains/catalogue/inventory/types.ts'
import { SamplePriceChip } from '#views/ui/sample-price-chip.tsx'
import { Chip } from '#views/ui/small.tsx'
import type { InventoryProps } from './props.ts'

export type ItemColumn = {
  id: string
  head: string
  sort?: string
  numeric?: boolean
  cell: (line: InventoryLine) => ReactNode
}

export function inventoryColumns({ classes, can }: Pick<InventoryProps, 'classes' | 'can'>): ItemColumn[] {
  const classLabels = new Map(classes.map(({ value, label }) => [value, label]))
  const columns: (ItemColumn | false)[] = [
    {
      id: 'item',
      head: 'Item',
      sort: 'name',
      cell: (line) => (
        <Item line={line} word={isOrdinary(line) ? undefined : classLabels.get(line.inventoryclass ?? 0)} />
      ),
    },
    { id: 'material', head: 'Code', sort: 'code', cell: (line) => <Codes {...line} /> },
    can.stock && {
      id: 'onhand',
      head: 'On hand',
      sort: 'onhand',
      numeric: true,
      cell: (line) => <OnHand {...line} />,
    },
    can.rates && {
      id: 'price',
      head: 'Price (R)',
      sort: 'price',
      numeric: true,
      cell: ({ price }) => <span className="figure">{exactRateText(price ?? 0)}</span>,
    },
  ]
  return columns.filter((column) => column !== false)
}

/** What is bought and kept, as most items are, needs no badge. */
const isOrdinary = ({ inventoryclass }: InventoryLine) => inventoryclass === RAW_MATERIALS

function Item({ line, word }: { line: InventoryLine; word: string | undefined }) {
  const { name, archived, sampleprice, samplecost } = line
  return (
    <>
      <span className="name">{name}</span> {word && <Chip>{word}</Chip>}{' '}
      <SamplePriceChip {...{ sampleprice, samplecost }} /> {archived && <Chip level="warning">Archived</Chip>}
    </>
  )
}

function Codes({ code, materialcode, materialname, make, model }: InventoryLine) {
  return (
    <>
      <span className="code">{code}</span> {materialname && [make, model].filter(Boolean).join(' ')}{' '}
      {materialcode && <span className="code">{materialcode}</span>}
    </>
  )
}

function OnHand({ onhand = 0, baseunit: unit, inventoryclass }: InventoryLine) {
  if (!inventoryclass && onhand === 0) return <span className="hint">not kept</span>
  return <span className={onhand < 0 ? 'figure below' : 'figure'}>{quantityText(onhand, unit)}</span>
}
