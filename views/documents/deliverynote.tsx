import { formatQuantity, instant, longDate } from '#views/format.ts'
import { Heading, ProseBands, SignatureBand, SignedBand, signedTexts } from './closing.tsx'
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
  Image,
  portrait,
  Rule,
  type Texts,
} from './parts.tsx'
import { PRINTED_PHOTOS } from './printed-photos.ts'
import { documentHeader, labelledPairs, paragraphs, partyLines, splitInTwo } from './text-rows.ts'
import type { DeliverynoteData, DeliverynoteLine, DeliveryProof } from './types.ts'

const right = { align: 'right' as const }
const loose: DocumentTable = {
  name: 'line',
  cells: [
    { name: 'description', label: 'Item', width: 279 },
    { name: 'code', label: 'Code', width: 120 },
    { name: 'quantity', label: 'Quantity', width: 100, ...right },
  ],
}
const packed: DocumentTable = {
  name: 'packedline',
  cells: [
    { name: 'description', label: 'Item', width: 219 },
    { name: 'code', label: 'Code', width: 90 },
    { name: 'piece', label: 'Packed in', width: 100 },
    { name: 'quantity', label: 'Quantity', width: 90, ...right },
  ],
}

const photoRows = Array.from({ length: PRINTED_PHOTOS / 2 }, (_, row) => [2 * row + 1, 2 * row + 2] as const)

const Photo = ({ at }: { at: number }) => (
  <DocumentColumn>
    <Image name={`photo${at}`} align="left" width={240} height={180} />
    <DocumentField name={`photo${at}`} width={240} size={7.5} leading={11} colour={grey} />
  </DocumentColumn>
)

export const deliverynote: DocumentView<DeliverynoteData> = {
  paper: portrait,
  layout: (
    <DocumentPage paper={portrait}>
      <TitleBand coded />
      <PairsBand name="meta" />
      <PartiesBand />
      <DocumentBand name="intro" rows>
        <DocumentRow style={{ paddingTop: 10 }}>
          <DocumentField name="text" width={TEXT_WIDTH} />
        </DocumentRow>
      </DocumentBand>
      {[loose, packed].map((table) => [
        <TableHead key={`${table.name}head`} {...table} />,
        <LineBand key={table.name} {...table} />,
      ])}
      <ProseBands name="consignment" title="On consignment" />
      <ProseBands name="terms" title="Terms" small />
      <SignatureBand
        when="sign"
        title="Received in good order"
        labels={['Name', 'Signature', 'Date and time']}
      />
      <Heading name="proof" title="Proof of delivery" keep="proof" />
      <PairsBand name="proof" keep="proof" />
      <ProseBands name="remarks" title="Short or damaged" />
      <SignedBand keep="proof" />
      {photoRows.map(([first, second]) => (
        <DocumentBand key={first} name={`photos${first}`} when={`photo${first}`}>
          <DocumentRow style={{ paddingTop: 14, justifyContent: 'space-between' }}>
            <Photo at={first} />
            <Photo at={second} />
          </DocumentRow>
        </DocumentBand>
      ))}
      <ProseBands name="more" title="" small />
      <ContinuedBand />
      <FootBand />
    </DocumentPage>
  ),
  content,
}

function LineBand({ name, cells }: DocumentTable) {
  const [description, ...rest] = cells
  return (
    <DocumentBand name={name} rows head={`${name}head`}>
      <DocumentRow style={{ paddingTop: 5, paddingBottom: 4 }}>
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
        {rest.map(({ name, width, align }) => (
          <DocumentColumn key={name} style={{ width }}>
            <DocumentField
              name={name}
              width={align ? width : width - 8}
              size={8.5}
              align={align}
              tight={Boolean(align)}
            />
          </DocumentColumn>
        ))}
      </DocumentRow>
      <Rule />
    </DocumentBand>
  )
}

function content(data: DeliverynoteData): DocumentContent {
  const { organisation, client, site, number, lines, proof, consignment } = data
  const title = proof ? 'Proof of delivery' : (data.title ?? 'Delivery note')
  const base = documentHeader(organisation, title, number ?? '', client.name, data.foot)
  const received = proof ?? data.received
  const several = new Set(lines.map(({ job }) => job)).size > 1
  const isPacked = lines.some(({ piece }) => piece)
  return {
    ...base,
    codes: { code: data.code },
    images: { ...base.images, signature: received?.signature, ...proofImages(proof) },
    texts: {
      ...base.texts,
      copymark: data.copy ? 'COPY' : number ? '' : 'DRAFT: not issued yet',
      fromlabel: 'From',
      fromname: organisation.name,
      fromlines: partyLines(organisation),
      tolabel: 'For',
      toname: client.name,
      tolines: partyLines({ ...client, vatnumber: undefined, registrationnumber: undefined }),
      sitelabel: site ? (proof ? 'Delivered to' : 'Deliver to') : '',
      sitename: site?.name,
      sitelines: partyLines(site),
      sign: received ? '' : 'yes',
      codewords: data.code && 'For our office to scan',
      ...(received && signedTexts(received.name, received.signature)),
      ...proofTexts(proof),
    },
    rows: {
      meta: splitInTwo([
        ['Number', number],
        ['Date', longDate(data.date)],
        ['Job', data.jobs],
        ['Your order', data.order],
        ['Reference', data.reference],
        ['Waybill', data.waybill],
        ['Carrier', data.carrier],
      ]),
      intro: paragraphs(data.intro),
      [isPacked ? 'packedline' : 'line']: lines.map((line) => lineTexts(line, several)),
      consignment: paragraphs(
        consignment && `These goods stay ours until they are sold. They lie at: ${consignment}.`,
      ),
      terms: paragraphs(data.terms),
      proof: receivedRows(received),
      ...proofRows(proof),
    },
  }
}

function lineTexts(
  { description, code, job, piece, quantity, unit }: DeliverynoteLine,
  several: boolean,
): Texts {
  return {
    description,
    detail: several ? `Job ${job}` : '',
    code: code ?? '',
    piece: piece ?? '',
    quantity: formatQuantity(quantity, unit),
  }
}

const proofImages = (proof: DeliveryProof | undefined) =>
  Object.fromEntries((proof?.photos ?? []).map(({ bytes }, at) => [`photo${at + 1}`, bytes] as const))

const proofTexts = (proof: DeliveryProof | undefined): Texts =>
  Object.fromEntries((proof?.photos ?? []).map(({ caption }, at) => [`photo${at + 1}`, caption]))

const receivedRows = (received: DeliverynoteData['received']): Texts[] =>
  received
    ? labelledPairs([
        ['Received by', received.name],
        ['When', instant(received.time, received.zone)],
        ['Written down by', received.by],
        ['Signature', received.signature ? '' : 'None'],
      ])
    : []

const proofRows = (proof: DeliveryProof | undefined): Record<string, Texts[]> =>
  proof
    ? {
        remarks: paragraphs(proof.remarks.map(({ what, remark }) => `${what}: ${remark}`).join('\n')),
        more: paragraphs(proof.more > 0 ? `${proof.more} more photos are among the files of this note.` : ''),
      }
    : {}
