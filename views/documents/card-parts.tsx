import { Heading } from './closing.tsx'
import { type DocumentTable, TableHead } from './lines.tsx'
import {
  DocumentBand,
  DocumentColumn,
  DocumentField,
  DocumentLabel,
  DocumentRow,
  grey,
  ink,
  line,
  Rule,
} from './parts.tsx'

const right = { align: 'right' as const }
const plainCells: DocumentTable['cells'] = [
  { name: 'description', label: 'Item', width: 289 },
  { name: 'code', label: 'Code', width: 80 },
  { name: 'estimated', label: 'Planned', width: 60, ...right },
  { name: 'consumed', label: 'Used', width: 70, ...right },
]
const pricedCells: DocumentTable['cells'] = [
  { name: 'description', label: 'Item', width: 189 },
  { name: 'code', label: 'Code', width: 70 },
  { name: 'estimated', label: 'Planned', width: 55, ...right },
  { name: 'consumed', label: 'Used', width: 60, ...right },
  { name: 'rate', label: 'Unit price', width: 60, ...right },
  { name: 'total', label: 'Total (R)', width: 65, ...right },
]

export function StepBand() {
  return (
    <DocumentBand name="step" rows>
      <DocumentRow style={{ paddingTop: 6, paddingBottom: 6 }}>
        <Tick />
        <DocumentColumn>
          <DocumentField name="name" width={255} bold />
          <DocumentField name="instruction" width={255} size={8} leading={11} colour={grey} collapse />
        </DocumentColumn>
        <DocumentField name="worker" width={125} colour={grey} />
        <Blank width={99} />
      </DocumentRow>
      <Rule />
    </DocumentBand>
  )
}

function Tick() {
  const side = { backgroundColor: grey }
  return (
    <DocumentColumn style={{ width: 20, paddingTop: 2 }}>
      <Rule style={{ ...side, width: 9 }} />
      <DocumentRow style={{ width: 9, height: 8, justifyContent: 'space-between' }}>
        <Rule style={{ ...side, width: 0.5, height: 8 }} />
        <DocumentField name="tick" width={8} size={8} leading={8} align="center" bold />
        <Rule style={{ ...side, width: 0.5, height: 8 }} />
      </DocumentRow>
      <Rule style={{ ...side, width: 9 }} />
    </DocumentColumn>
  )
}

export function Blank({ width, name = 'completed' }: { width: number; name?: string }) {
  return (
    <DocumentColumn style={{ width }}>
      <DocumentField name={name} width={width} align="right" size={8.5} />
      <Rule style={{ backgroundColor: grey }} />
    </DocumentColumn>
  )
}

export function CardLineBands({ name, title, priced }: { name: string; title: string; priced?: boolean }) {
  const cells = priced ? pricedCells : plainCells
  const [first, code, planned, used, ...prices] = cells
  return [
    <Heading key="title" name={name} title={title} />,
    <TableHead key="head" name={name} cells={cells} space={4} />,
    <DocumentBand key="rows" name={name} rows head={`${name}head`}>
      <DocumentRow style={{ paddingTop: 7, paddingBottom: 4 }}>
        <DocumentField name="description" width={first?.width ?? 0} size={8.5} />
        <DocumentField name="code" width={code?.width ?? 0} size={8} colour={grey} />
        <DocumentField name="estimated" width={planned?.width ?? 0} size={8.5} align="right" tight />
        <DocumentRow style={{ width: used?.width, justifyContent: 'flex-end' }}>
          <Blank width={(used?.width ?? 0) - 10} name="consumed" />
        </DocumentRow>
        {prices.map((cell) => (
          <DocumentField key={cell.name} name={cell.name} width={cell.width} size={8.5} align="right" tight />
        ))}
      </DocumentRow>
      <Rule />
    </DocumentBand>,
  ]
}

export function NotesArea() {
  return (
    <DocumentBand name="notesarea" when="sign">
      <DocumentLabel style={{ paddingTop: 20, fontWeight: 600, color: ink }}>Remarks</DocumentLabel>
      {[1, 2, 3, 4].map((each) => (
        <Rule key={each} style={{ marginTop: 20, backgroundColor: line }} />
      ))}
    </DocumentBand>
  )
}
