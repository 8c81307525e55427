import { AnswerBands, answerContent, BankBands, ProseBands, SignatureBand } from './closing.tsx'
import { ContinuedBand, FootBand, PairsBand, PartiesBand, TEXT_WIDTH, TitleBand } from './frame.tsx'
import { grandTotalRows, LineBands, lineRows, TotalBands } from './lines.tsx'
import {
  DocumentBand,
  type DocumentContent,
  DocumentField,
  DocumentPage,
  DocumentRow,
  portrait,
} from './parts.tsx'
import {
  bankRows,
  documentHeader,
  labelledPairs,
  paragraphs,
  partyLines,
  splitInTwo,
  totalRows,
} from './text-rows.ts'
import type { Organisation, PriceDocument } from './types.ts'

export const priceDocumentLayout = (
  <DocumentPage paper={portrait}>
    <TitleBand />
    <PairsBand name="meta" />
    <PartiesBand />
    <DocumentBand name="headline" when="headline">
      <DocumentRow style={{ paddingTop: 20 }}>
        <DocumentField name="headline" width={TEXT_WIDTH} size={15} leading={20} bold />
      </DocumentRow>
    </DocumentBand>
    <DocumentBand name="subject" rows>
      <DocumentRow style={{ paddingTop: 3 }}>
        <DocumentField name="text" width={TEXT_WIDTH} />
      </DocumentRow>
    </DocumentBand>
    <DocumentBand name="intro" rows>
      <DocumentRow style={{ paddingTop: 6 }}>
        <DocumentField name="text" width={TEXT_WIDTH} />
      </DocumentRow>
    </DocumentBand>
    <LineBands />
    <TotalBands />
    <ProseBands name="note" title="Notes" />
    <BankBands />
    <ProseBands name="term" title="Terms" small />
    <SignatureBand when="accept" title="Accepted" labels={['Name', 'Signature', 'Date']} />
    <AnswerBands />
    <ContinuedBand />
    <FootBand />
  </DocumentPage>
)

export type PriceDocumentTexts = {
  title: string
  reference: string
  meta: [label: string, value: string | undefined][]
  tolabel: string
  headline: string
  grandlabel: string
  grand: number
  settled?: [label: string, value: string | undefined][]
  copymark?: string
  summary?: boolean
  pay?: boolean
  /** What a payment names, where not the reference. */
  payreference?: string
  accept?: boolean
}

export function priceDocumentContent(data: PriceDocument, texts: PriceDocumentTexts): DocumentContent {
  const { organisation, client, site } = data
  const vendor = Boolean(organisation.vatnumber)
  const content = documentHeader(organisation, texts.title, texts.reference, client.name, data.foot)
  const answer = answerContent(data.answer, texts.accept === true)
  if (texts.copymark) content.texts.documentname += ` – ${texts.copymark}`
  return {
    ...content,
    texts: {
      ...content.texts,
      ...partyTexts('from', 'From', organisation),
      ...partyTexts('to', texts.tolabel, client),
      ...(site && partyTexts('site', 'Work done at', site)),
      headline: texts.headline,
      copymark: texts.copymark,
      ...answer.texts,
    },
    images: { ...content.images, ...answer.images },
    rows: {
      ...answer.rows,
      meta: splitInTwo(texts.meta),
      subject: paragraphs(data.subject),
      intro: paragraphs(data.intro),
      ...lineRows(data.lines, vendor, texts.summary),
      total: [...totalRows(data.totals, vendor), ...labelledPairs(texts.settled ?? [])],
      grand: grandTotalRows(texts.grandlabel, texts.grand),
      note: paragraphs(data.notes),
      bank:
        texts.pay && organisation.bank
          ? splitInTwo(bankRows(organisation, organisation.bank, texts.payreference ?? texts.reference))
          : [],
      term: paragraphs(data.terms),
    },
  }
}

function partyTexts(name: string, label: string, party: Organisation) {
  return { [`${name}label`]: label, [`${name}name`]: party.name, [`${name}lines`]: partyLines(party) }
}
