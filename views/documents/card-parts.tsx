import { Heading } from './closing.tsx'
import { type Table, TableHead } from './lines.tsx'
import { Band, Column, Field, grey, ink, Label, line, Row, Rule } from './parts.tsx'

const right = { align: 'right' as const }
const plainCells: Table['cells'] = [
  { name: 'description', label: 'Item', width: 289 },
  { name: 'code', label: 'Code', width: 80 },
  { name: 'estimated', label: 'Planned', width: 60, ...right },
  { name: 'consumed', label: 'Used', width: 70, ...right },
]
const pricedCells: Table['cells'] = [
  { name: 'description', label: 'Item', width: 189 },
  { name: 'code', label: 'Code', width: 70 },
  { name: 'estimated', label: 'Planned', width: 55, ...right },
  { name: 'consumed', label: 'Used', width: 60, ...right },
  { name: 'rate', label: 'Unit price', width: 60, ...right },
  { name: 'total', label: 'Total (R)', width: 65, ...right },
]

/** A box to tick, the step, who has it, and room for a signature. */
export function StepBand() {
  return (
    <Band name="step" rows>
      <Row style={{ paddingTop: 6, paddingBottom: 6 }}>
        <Tick />
        <Column>
          <Field name="name" width={255} bold />
          <Field name="instruction" width={255} size={8} leading={11} colour={grey} collapse />
        </Column>
        <Field name="worker" width={125} colour={grey} />
        <Blank width={99} />
      </Row>
      <Rule />
    </Band>
  )
}

function Tick() {
  const side = { backgroundColor: grey }
  return (
    <Column style={{ width: 20, paddingTop: 2 }}>
      <Rule style={{ ...side, width: 9 }} />
      <Row style={{ width: 9, height: 8, justifyContent: 'space-between' }}>
        <Rule style={{ ...side, width: 0.5, height: 8 }} />
        <Rule style={{ ...side, width: 0.5, height: 8 }} />
      </Row>
      <Rule style={{ ...side, width: 9 }} />
    </Column>
  )
}

/** The text when it is known, over a line to write on. */
function Blank({ width, name = 'completed' }: { width: number; name?: string }) {
  return (
    <Column style={{ width }}>
      <Field name={name} width={width} align="right" size={8.5} />
      <Rule style={{ backgroundColor: grey }} />
    </Column>
  )
}

export function CardLineBands({ name, title, priced }: { name: string; title: string; priced?: boolean }) {
  const cells = priced ? pricedCells : plainCells
  const [first, code, planned, used, ...prices] = cells
  return [
    <Heading key="title" name={name} title={title} />,
    <TableHead key="head" name={name} cells={cells} space={4} />,
    <Band key="rows" name={name} rows head={`${name}head`}>
      <Row style={{ paddingTop: 7, paddingBottom: 4 }}>
        <Field name="description" width={first?.width ?? 0} size={8.5} />
        <Field name="code" width={code?.width ?? 0} size={8} colour={grey} />
        <Field name="estimated" width={planned?.width ?? 0} size={8.5} align="right" tight />
        <Row style={{ width: used?.width, justifyContent: 'flex-end' }}>
          <Blank width={(used?.width ?? 0) - 10} name="consumed" />
        </Row>
        {prices.map((cell) => (
          <Field key={cell.name} name={cell.name} width={cell.width} size={8.5} align="right" tight />
        ))}
      </Row>
      <Rule />
    </Band>,
  ]
}

/** Ruled lines for whatever there is to say. */
export function NotesArea() {
  return (
    <Band name="notesarea">
      <Label style={{ paddingTop: 20, fontWeight: 600, color: ink }}>Remarks</Label>
      {[1, 2, 3, 4].map((each) => (
        <Rule key={each} style={{ marginTop: 20, backgroundColor: line }} />
      ))}
    </Band>
  )
}
