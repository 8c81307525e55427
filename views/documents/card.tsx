import { fieldLabels } from '#views/field-labels.ts'
import { amount, exactRate, formatQuantity, shortDate } from '#views/format.ts'
import { CardLineBands, NotesArea, StepBand } from './card-parts.tsx'
import { AnswerBands, answerContent, Heading, ProseBands, SignatureBand, signedTexts } from './closing.tsx'
import { ContinuedBand, FootBand, PairsBand, PartiesBand, TEXT_WIDTH, TitleBand } from './frame.tsx'
import {
  DocumentBand,
  type DocumentContent,
  DocumentField,
  DocumentPage,
  DocumentRow,
  type DocumentView,
  portrait,
} from './parts.tsx'
import { documentHeader, paragraphs, partyLines, splitInTwo } from './text-rows.ts'
import type { CardData, JobCardLine } from './types.ts'

export const card: DocumentView<CardData> = {
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
      <ProseBands name="description" title="Work to be done" />
      <Heading name="step" title="Steps" />
      <StepBand />
      <CardLineBands name="input" title="Materials in" />
      <CardLineBands name="pricedinput" title="Materials in" priced />
      <CardLineBands name="output" title="Work and goods out" />
      <CardLineBands name="pricedoutput" title="Work and goods out" priced />
      <ProseBands name="note" title="Notes" />
      <NotesArea />
      <ProseBands name="term" title="Terms" small />
      <SignatureBand when="sign" title="Work done" labels={['Done by', 'Signature', 'Date']} />
      <SignatureBand when="accept" title="Received in good order" labels={['Client', 'Signature', 'Date']} />
      <Heading name="signoff" title="Received in good order" keep="answer" />
      <AnswerBands />
      <ContinuedBand />
      <FootBand />
    </DocumentPage>
  ),
  content,
}

function content(data: CardData): DocumentContent {
  const { organisation, client, site, prices, signoff } = data
  const base = documentHeader(organisation, data.title ?? 'Job card', data.reference, client.name, data.foot)
  const answer = answerContent(data.answer, true)
  const lines = (list: JobCardLine[]) => list.map(lineTexts)
  return {
    ...base,
    codes: { code: data.reference },
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
      // What is written by hand comes before the client has signed or answered.
      sign: signoff || data.answer ? '' : 'yes',
      codewords: 'Scan to open this job',
      ...answer.texts,
      ...(signoff && {
        ...signedTexts(`${signoff.name}, ${signoff.when}`, signoff.signature),
        accept: '',
        signoff: 'yes',
      }),
    },
    images: { ...base.images, ...answer.images, ...(signoff && { signature: signoff.signature }) },
    rows: {
      ...answer.rows,
      meta: splitInTwo([
        ['Job', data.reference],
        ['Date', shortDate(data.date)],
        [fieldLabels.due, shortDate(data.duedate)],
        ['Planned for', data.visit ?? ''],
        ...data.fields.map(({ label, value }): [string, string] => [label, value]),
      ]),
      intro: paragraphs(data.intro),
      description: paragraphs(data.description),
      term: paragraphs(data.terms),
      step: data.steps.map(({ done, ...step }) => ({ ...step, tick: done ? '✓' : '' })),
      [prices ? 'pricedinput' : 'input']: lines(data.input),
      [prices ? 'pricedoutput' : 'output']: lines(data.output),
      note: (data.notes ?? []).map((note) => ({ text: `${note.date}  ${note.author}: ${note.message}` })),
    },
  }
}

function lineTexts({ description, code, unit, estimated, consumed, rate, total }: JobCardLine) {
  return {
    description,
    code,
    estimated: formatQuantity(estimated, unit),
    consumed: consumed === undefined ? '' : formatQuantity(consumed, unit),
    rate: rate === undefined ? '' : exactRate(rate),
    total: total === undefined ? '' : amount(total),
  }
}
