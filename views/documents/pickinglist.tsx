import { fieldLabels } from '#views/field-labels.ts'
import { formatQuantity, shortDate } from '#views/format.ts'
import { Blank } from './card-parts.tsx'
import { ProseBands, SignatureBand } from './closing.tsx'
import { ContinuedBand, FootBand, PairsBand, PartiesBand, TEXT_WIDTH, TitleBand } from './frame.tsx'
import { type DocumentTable, TableHead } from './lines.tsx'
import {
  DocumentBand,
  DocumentColumn,
  type DocumentContent,
  DocumentField,
  DocumentPage,
  DocumentRow,
  type DocumentView,
  grey,
  portrait,
  Rule,
} from './parts.tsx'
import { documentHeader, paragraphs, partyLines, splitInTwo } from './text-rows.ts'
import type { PickinglistData, PickinglistLine } from './types.ts'

const right = { align: 'right' as const }
const plain: DocumentTable = {
  name: 'line',
  cells: [
    { name: 'place', label: 'Place', width: 110 },
    { name: 'description', label: 'Item', width: 239 },
    { name: 'topick', label: 'To pick', width: 70, ...right },
    { name: 'picked', label: 'Picked', width: 80, ...right },
  ],
}
const stocked: DocumentTable = {
  name: 'stockline',
  cells: [
    { name: 'place', label: 'Place', width: 100 },
    { name: 'description', label: 'Item', width: 189 },
    { name: 'onhand', label: 'On hand', width: 65, ...right },
    { name: 'topick', label: 'To pick', width: 65, ...right },
    { name: 'picked', label: 'Picked', width: 80, ...right },
  ],
}

export const pickinglist: DocumentView<PickinglistData> = {
  paper: portrait,
  layout: (
    <DocumentPage paper={portrait}>
      <TitleBand />
      <PairsBand name="meta" />
      <PartiesBand />
      <DocumentBand name="intro" rows>
        <DocumentRow style={{ paddingTop: 10 }}>
          <DocumentField name="text" width={TEXT_WIDTH} />
        </DocumentRow>
      </DocumentBand>
      <ProseBands name="description" title="For" />
      {[plain, stocked].map((table) => [
        <TableHead key={`${table.name}head`} {...table} />,
        <LineBand key={table.name} {...table} />,
      ])}
      <ProseBands name="nothing" title="" />
      <SignatureBand when="sign" title="Picked" labels={['Picked by', 'Signature', 'Date']} />
      <ContinuedBand />
      <FootBand />
    </DocumentPage>
  ),
  content,
}

function LineBand({ name, cells }: DocumentTable) {
  const [place, description, ...figures] = cells
  const picked = figures.at(-1)
  return (
    <DocumentBand name={name} rows head={`${name}head`}>
      <DocumentRow style={{ paddingTop: 7, paddingBottom: 4 }}>
        <DocumentField name="place" width={place?.width ?? 0} size={8.5} bold />
        <DocumentColumn style={{ width: description?.width }}>
          <DocumentField name="description" width={(description?.width ?? 0) - 8} size={8.5} />
          <DocumentField
            name="detail"
            width={(description?.width ?? 0) - 8}
            size={7.5}
            leading={11}
            colour={grey}
            collapse
          />
        </DocumentColumn>
        {figures.slice(0, -1).map((cell) => (
          <DocumentField key={cell.name} name={cell.name} width={cell.width} size={8.5} align="right" tight />
        ))}
        <DocumentRow style={{ width: picked?.width, justifyContent: 'flex-end' }}>
          <Blank width={(picked?.width ?? 0) - 15} name="picked" />
        </DocumentRow>
      </DocumentRow>
      <Rule />
    </DocumentBand>
  )
}

function content(data: PickinglistData): DocumentContent {
  const { organisation, client, site, reference, lines, stock } = data
  const base = documentHeader(organisation, data.title ?? 'Picking list', reference, client.name, data.foot)
  return {
    ...base,
    texts: {
      ...base.texts,
      fromlabel: 'Organisation',
      fromname: organisation.name,
      fromlines: partyLines({ ...organisation, vatnumber: undefined, registrationnumber: undefined }),
      tolabel: 'Client',
      toname: client.name,
      tolines: partyLines({ ...client, vatnumber: undefined, registrationnumber: undefined }),
      sitelabel: site ? 'Work at' : '',
      sitename: site?.name,
      sitelines: partyLines(site),
      sign: lines.length > 0 ? 'yes' : '',
    },
    rows: {
      meta: splitInTwo([
        ['Job', reference],
        ['Date', shortDate(data.date)],
        [fieldLabels.due, shortDate(data.duedate)],
      ]),
      intro: paragraphs(data.intro),
      description: paragraphs(data.description),
      [stock ? 'stockline' : 'line']: lines.map(lineTexts),
      nothing: paragraphs(lines.length > 0 ? '' : 'There is nothing to pick for this job.'),
    },
  }
}

function lineTexts({ place, description, detail, unit, topick, picked, onhand }: PickinglistLine) {
  return {
    place: place ?? '–',
    description,
    detail,
    topick: topick > 0 ? formatQuantity(topick, unit) : '',
    onhand: onhand === undefined ? '' : formatQuantity(onhand, unit),
    picked: picked ? formatQuantity(picked, unit) : '',
  }
}
