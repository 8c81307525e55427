import { ContinuedBand, FootBand, PairsBand, TEXT_WIDTH, TitleBand } from './frame.tsx'
import { type DocumentTable, TableHead, TableRow } from './lines.tsx'
import {
  DocumentBand,
  DocumentColumn,
  type DocumentContent,
  DocumentField,
  DocumentPage,
  DocumentRow,
  type DocumentView,
  grey,
  Image,
  portrait,
} from './parts.tsx'
import { documentHeader, paragraphs, splitInTwo } from './text-rows.ts'
import type { AttachmentReportData } from './types.ts'

const files: DocumentTable = {
  name: 'file',
  cells: [
    { name: 'name', label: 'File', width: 175 },
    { name: 'added', label: 'Added', width: 184 },
    { name: 'place', label: 'Where', width: 140 },
  ],
}

const Photo = ({ name, width, height }: { name: string; width: number; height: number }) => (
  <DocumentColumn>
    <Image name={name} align="left" width={width} height={height} />
    <DocumentRow style={{ paddingTop: 4 }}>
      <DocumentField name={`${name}caption`} width={width} size={7.5} leading={11} colour={grey} />
    </DocumentRow>
  </DocumentColumn>
)

/** Two of them fill a page below its head, as two rows of two do. */
const HEIGHT = 305
const row = { paddingTop: 14, justifyContent: 'space-between' }

/** What hangs on a job: a list of its files, then its photos. */
export const attachments: DocumentView<AttachmentReportData> = {
  paper: portrait,
  layout: (
    <DocumentPage paper={portrait}>
      <TitleBand />
      <PairsBand name="meta" />
      <DocumentBand name="subject" rows>
        <DocumentRow style={{ paddingTop: 10 }}>
          <DocumentField name="text" width={TEXT_WIDTH} />
        </DocumentRow>
      </DocumentBand>
      <TableHead {...files} />
      <TableRow {...files} />
      <DocumentBand name="two" rows>
        <DocumentRow style={row}>
          <Photo name="left" width={240} height={HEIGHT} />
          <Photo name="right" width={240} height={HEIGHT} />
        </DocumentRow>
      </DocumentBand>
      <DocumentBand name="one" rows>
        <DocumentRow style={row}>
          <Photo name="left" width={TEXT_WIDTH} height={HEIGHT} />
        </DocumentRow>
      </DocumentBand>
      <ContinuedBand />
      <FootBand />
    </DocumentPage>
  ),
  content,
}

function content(data: AttachmentReportData): DocumentContent {
  const { organisation, reference, client, site, printed, subject, photos, perpage } = data
  const base = documentHeader(organisation, 'Attachments', reference, client)
  const across = perpage === 4 ? 2 : 1
  const rows = Array.from({ length: Math.ceil(photos.length / across) }, (_, at) => {
    const [left, right] = photos.slice(at * across, at * across + across)
    return {
      leftimage: left && `photo${at * across}`,
      leftcaption: left?.caption,
      rightimage: right && `photo${at * across + 1}`,
      rightcaption: right?.caption,
    }
  })
  return {
    ...base,
    images: { ...base.images, ...Object.fromEntries(photos.map(({ bytes }, at) => [`photo${at}`, bytes])) },
    rows: {
      meta: splitInTwo([
        ['Job', reference],
        ['Client', client],
        ['Site', site],
        ['Printed', printed],
      ]),
      subject: paragraphs(subject),
      file: data.files.map((file) => ({ ...file })),
      [across === 2 ? 'two' : 'one']: rows,
    },
  }
}
