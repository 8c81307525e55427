import { PairsBand, TEXT_WIDTH } from './frame.tsx'
import {
  DocumentBand,
  DocumentColumn,
  DocumentField,
  DocumentLabel,
  DocumentRow,
  grey,
  ink,
  Rule,
} from './parts.tsx'

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
