import { instant } from '#views/format.ts'
import { PairsBand, TEXT_WIDTH } from './frame.tsx'
import {
  DocumentBand,
  DocumentColumn,
  DocumentField,
  DocumentLabel,
  DocumentRow,
  grey,
  Image,
  ink,
  Rule,
  type Texts,
} from './parts.tsx'
import { labelledPairs } from './text-rows.ts'
import type { PaperAnswer } from './types.ts'

export function ProseBands({ name, title, small }: { name: string; title: string; small?: boolean }) {
  const type = small ? { size: 8, leading: 12, colour: grey } : {}
  return [
    <Heading key="head" name={name} title={title} keep={name} />,
    <DocumentBand key="rows" name={name} rows keep={name}>
      <DocumentRow style={{ paddingTop: 3 }}>
        <DocumentField name="text" width={TEXT_WIDTH} {...type} />
      </DocumentRow>
    </DocumentBand>,
  ]
}

export function Heading({ name, title, keep }: { name: string; title: string; keep?: string }) {
  return (
    <DocumentBand name={`${name}title`} when={name} keep={keep} leads>
      <DocumentLabel style={{ paddingTop: 16, fontWeight: 600, color: ink }}>{title}</DocumentLabel>
    </DocumentBand>
  )
}

export function BankBands() {
  return [
    <Heading key="head" name="bank" title="How to pay" keep="bank" />,
    <PairsBand key="rows" name="bank" keep="bank" />,
  ]
}

/** What a client answered by a link; `name`: of its rows. */
export function AnswerBands() {
  return [
    <Heading key="head" name="answer" title="Answered by link" keep="answer" />,
    <PairsBand key="rows" name="answer" keep="answer" />,
    <SignedBand key="signed" keep="answer" />,
  ]
}

/** A signature that was drawn, and whose it is. */
export const SignedBand = ({ keep }: { keep: string }) => (
  <DocumentBand name="signature" when="signature" keep={keep}>
    <DocumentRow style={{ paddingTop: 10 }}>
      <Image name="signature" align="left" width={220} height={80} />
    </DocumentRow>
    <Rule style={{ width: 220, backgroundColor: grey }} />
    <DocumentField name="signedby" width={220} size={7.5} leading={11} colour={grey} />
  </DocumentBand>
)

export const signedTexts = (name: string, signature: Uint8Array | undefined): Texts => ({
  signature: signature ? 'yes' : '',
  signedby: `Signed by ${name}`,
})

type AnswerContent = {
  texts: Texts
  rows: Record<string, Texts[]>
  images: Record<string, Uint8Array | undefined>
}

/** To be signed by hand where nobody has answered: `accept` says so. */
export function answerContent(answer: PaperAnswer | undefined, accept: boolean): AnswerContent {
  if (!answer) return { texts: { accept: accept ? 'yes' : '' }, rows: {}, images: {} }
  const { verb, name, time, zone, comment, signature } = answer
  return {
    texts: signedTexts(name, signature),
    rows: {
      answer: labelledPairs([
        ['Answer', verb],
        ['Name', name],
        ['Date and time', instant(time, zone)],
        ['Comment', comment],
        ['Signature', signature ? '' : 'By typed name'],
      ]),
    },
    images: { signature },
  }
}

export function SignatureBand({ when, title, labels }: { when: string; title: string; labels: string[] }) {
  const width = (TEXT_WIDTH - 20 * (labels.length - 1)) / labels.length
  return (
    <DocumentBand name={`sign${when}`} when={when}>
      <DocumentLabel style={{ paddingTop: 18, fontWeight: 600, color: ink }}>{title}</DocumentLabel>
      <DocumentRow style={{ paddingTop: 28, justifyContent: 'space-between' }}>
        {labels.map((label) => (
          <DocumentColumn key={label} style={{ width }}>
            <Rule style={{ backgroundColor: grey }} />
            <DocumentLabel style={{ paddingTop: 3, fontSize: 7.5 }}>{label}</DocumentLabel>
          </DocumentColumn>
        ))}
      </DocumentRow>
    </DocumentBand>
  )
}
