import { Band, Column, Field, grey, Image, margin, Row, Rule, tintMark } from './parts.tsx'

/** The width between the margins of an upright page. */
export const measure = 499

const stripe = { height: 4, backgroundColor: tintMark }

/** Stripe, title with the COPY mark, logo. `width` is that between the margins. */
export function TitleBand({ width = measure }: { width?: number }) {
  return (
    <Band name="title" style={{ padding: 0 }}>
      <Rule style={stripe} />
      <Row style={{ padding: `32px ${margin}px 6px`, justifyContent: 'space-between' }}>
        <Column>
          <Field name="title" width={width - 190} size={22} leading={28} bold />
          <Field name="copymark" width={width - 190} size={13} leading={18} bold colour="#b42318" collapse />
        </Column>
        <Image name="logo" align="right" width={170} height={46} />
      </Row>
    </Band>
  )
}

/** Labels and values, two to a row. */
export function PairsBand(marks: { name: string; keep?: string }) {
  return (
    <Band {...marks} rows>
      <Row style={{ paddingTop: 2 }}>
        <Field name="label" width={100} colour={grey} />
        <Field name="value" width={155} />
        <Field name="label2" width={100} colour={grey} />
        <Field name="value2" width={144} />
      </Row>
    </Band>
  )
}

/** From whom, to whom, and where the work is. */
export function PartiesBand() {
  return (
    <Band name="parties">
      <Row style={{ paddingTop: 18, justifyContent: 'space-between' }}>
        <PartyColumn name="from" />
        <PartyColumn name="to" />
        <PartyColumn name="site" />
      </Row>
    </Band>
  )
}

function PartyColumn({ name }: { name: string }) {
  return (
    <Column>
      <Field name={`${name}label`} width={155} size={8} colour={grey} />
      <Field name={`${name}name`} width={155} bold collapse />
      <Field name={`${name}lines`} width={155} collapse />
    </Column>
  )
}

/** On every page but the first. */
export function ContinuedBand({ width = measure }: { width?: number }) {
  return (
    <Band name="continued" place="continued" style={{ padding: 0 }}>
      <Rule style={stripe} />
      <Row style={{ padding: `30px ${margin}px 8px`, justifyContent: 'space-between' }}>
        <Field name="documentname" width={width / 2 - 10} bold tight />
        <Field name="clientname" width={width / 2 - 10} colour={grey} align="right" tight />
      </Row>
    </Band>
  )
}

export function FootBand({ width = measure }: { width?: number }) {
  return (
    <Band name="foot" place="foot" style={{ paddingTop: 14, paddingBottom: 24 }}>
      <Rule />
      <Row style={{ paddingTop: 7, justifyContent: 'space-between' }}>
        <Field name="legal" width={width - 120} size={7.5} leading={11} colour={grey} tight />
        <Field name="pagenumber" width={110} size={7.5} leading={11} colour={grey} align="right" tight />
      </Row>
    </Band>
  )
}
