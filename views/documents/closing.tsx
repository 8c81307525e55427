import { measure, PairsBand } from './frame.tsx'
import { Band, Column, Field, grey, ink, Label, Row, Rule } from './parts.tsx'

/** A heading with paragraphs under it: `name` are the rows, each a `text`. */
export function ProseBands({ name, title, small }: { name: string; title: string; small?: boolean }) {
  const type = small ? { size: 8, leading: 12, colour: grey } : {}
  return [
    <Heading key="head" name={name} title={title} keep={name} />,
    <Band key="rows" name={name} rows keep={name}>
      <Row style={{ paddingTop: 3 }}>
        <Field name="text" width={measure} {...type} />
      </Row>
    </Band>,
  ]
}

export function Heading({ name, title, keep }: { name: string; title: string; keep?: string }) {
  return (
    <Band name={`${name}title`} when={name} keep={keep} leads>
      <Label style={{ paddingTop: 16, fontWeight: 600, color: ink }}>{title}</Label>
    </Band>
  )
}

/** Where to pay. */
export function BankBands() {
  return [
    <Heading key="head" name="bank" title="How to pay" keep="bank" />,
    <PairsBand key="rows" name="bank" keep="bank" />,
  ]
}

/** Lines to sign on. `when` is the text that asks for them. */
export function SignatureBand({ when, title, labels }: { when: string; title: string; labels: string[] }) {
  const width = (measure - 20 * (labels.length - 1)) / labels.length
  return (
    <Band name={`sign${when}`} when={when}>
      <Label style={{ paddingTop: 18, fontWeight: 600, color: ink }}>{title}</Label>
      <Row style={{ paddingTop: 28, justifyContent: 'space-between' }}>
        {labels.map((label) => (
          <Column key={label} style={{ width }}>
            <Rule style={{ backgroundColor: grey }} />
            <Label style={{ paddingTop: 3, fontSize: 7.5 }}>{label}</Label>
          </Column>
        ))}
      </Row>
    </Band>
  )
}
