import { amount, plainRate, quantity, shortDate } from '#views/format.ts'
import { Heading, SignatureBand } from './closing.tsx'
import { ContinuedBand, FootBand, MetaBand, measure, PartiesBand, TitleBand } from './frame.tsx'
import { type Table, TableHead } from './lines.tsx'
import {
  Band,
  Column,
  type Content,
  type DocumentView,
  Field,
  grey,
  ink,
  Label,
  line,
  portrait,
  Row,
  Rule,
  Sheet,
} from './parts.tsx'
import type { CardData, CardLine } from './types.ts'
import { frame, inTwo, paragraphs, partyLines } from './words.ts'

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

/** The sheet that goes to the workshop: what to do, with what, and room to write down what was done. */
export const card: DocumentView<CardData> = {
  paper: portrait,
  layout: (
    <Sheet paper={portrait}>
      <TitleBand />
      <MetaBand />
      <PartiesBand />
      <Heading name="description" title="Work to be done" />
      <Prose name="description" />
      <Heading name="step" title="Steps" />
      <StepBand />
      <CardLineBands name="input" title="Materials in" cells={plainCells} />
      <CardLineBands name="pricedinput" title="Materials in" cells={pricedCells} />
      <CardLineBands name="output" title="Work and goods out" cells={plainCells} />
      <CardLineBands name="pricedoutput" title="Work and goods out" cells={pricedCells} />
      <Heading name="note" title="Notes" />
      <Prose name="note" />
      <NotesArea />
      <SignatureBand when="sign" title="Work done" labels={['Done by', 'Signature', 'Date']} />
      <SignatureBand when="accept" title="Received in good order" labels={['Client', 'Signature', 'Date']} />
      <ContinuedBand />
      <FootBand />
    </Sheet>
  ),
  content,
}

function Prose({ name }: { name: string }) {
  return (
    <Band name={name} rows>
      <Row style={{ paddingTop: 3 }}>
        <Field name="text" width={measure} />
      </Row>
    </Band>
  )
}

/** A box to tick, the step, who has it, and room for a signature. */
function StepBand() {
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

function CardLineBands({ name, title, cells }: Table & { title: string }) {
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
function NotesArea() {
  return (
    <Band name="notesarea">
      <Label style={{ paddingTop: 20, fontWeight: 600, color: ink }}>Remarks</Label>
      {[1, 2, 3, 4].map((each) => (
        <Rule key={each} style={{ marginTop: 20, backgroundColor: line }} />
      ))}
    </Band>
  )
}

function content(data: CardData): Content {
  const { organisation, client, site, prices } = data
  const base = frame(organisation, 'Job card', data.reference, client.name)
  const lines = (list: CardLine[]) => list.map(lineTexts)
  return {
    ...base,
    texts: {
      ...base.texts,
      copymark: data.critical ? 'CRITICAL' : '',
      fromlabel: 'Organisation',
      fromname: organisation.name,
      fromlines: partyLines({ ...organisation, vatnumber: undefined, registrationnumber: undefined }),
      tolabel: 'Client',
      toname: client.name,
      tolines: partyLines({ ...client, vatnumber: undefined, registrationnumber: undefined }),
      sitelabel: site ? 'Work at' : '',
      sitename: site?.name,
      sitelines: partyLines(site),
      sign: 'yes',
      accept: 'yes',
    },
    rows: {
      meta: inTwo([
        ['Job', data.reference],
        ['Date', shortDate(data.date)],
        ['Due', shortDate(data.duedate)],
        ...data.fields.map(({ label, value }): [string, string] => [label, value]),
      ]),
      description: paragraphs(data.description),
      step: data.steps.map((step) => ({ ...step })),
      [prices ? 'pricedinput' : 'input']: lines(data.input),
      [prices ? 'pricedoutput' : 'output']: lines(data.output),
      note: (data.notes ?? []).map((note) => ({ text: `${note.date}  ${note.author}: ${note.message}` })),
    },
  }
}

function lineTexts({ description, code, unit, estimated, consumed, rate, total }: CardLine) {
  return {
    description,
    code,
    estimated: quantity(estimated, unit),
    consumed: consumed === undefined ? '' : quantity(consumed, unit),
    rate: rate === undefined ? '' : plainRate(rate),
    total: total === undefined ? '' : amount(total),
  }
}
