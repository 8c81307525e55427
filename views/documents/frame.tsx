import {
  DocumentBand,
  DocumentColumn,
  DocumentField,
  DocumentRow,
  grey,
  Image,
  margin,
  Rule,
  tintMark,
} from './parts.tsx'

/** Points between the margins of an upright page. */
export const TEXT_WIDTH = 499

const stripe = { height: 4, backgroundColor: tintMark }

/** With a place for a QR code that opens the record, where `coded`: in the corner, beside the logo, and what it is stands below it. */
export function TitleBand({ width = TEXT_WIDTH, coded }: { width?: number; coded?: boolean }) {
  const title = width - (coded ? 276 : 190)
  return (
    <DocumentBand name="title" style={{ padding: 0 }}>
      <Rule style={stripe} />
      <DocumentRow style={{ padding: `32px ${margin}px 6px`, justifyContent: 'space-between' }}>
        <DocumentColumn>
          <DocumentField name="title" width={title} size={22} leading={28} bold />
          <DocumentField
            name="copymark"
            width={title}
            size={13}
            leading={18}
            bold
            colour="#b42318"
            collapse
          />
        </DocumentColumn>
        <DocumentColumn style={{ width: 170 }}>
          <Image name="logo" align="right" width={170} height={46} />
        </DocumentColumn>
        {coded && (
          <DocumentColumn style={{ width: 76, alignItems: 'flex-end' }}>
            <Image name="code" align="left" width={52} height={52} />
            <DocumentField name="codewords" width={76} size={7} leading={10} colour={grey} align="right" />
          </DocumentColumn>
        )}
      </DocumentRow>
    </DocumentBand>
  )
}

export function PairsBand(marks: { name: string; keep?: string }) {
  return (
    <DocumentBand {...marks} rows>
      <DocumentRow style={{ paddingTop: 2 }}>
        <DocumentField name="label" width={104} colour={grey} />
        <DocumentField name="value" width={143} />
        <DocumentField name="label2" width={108} colour={grey} />
        <DocumentField name="value2" width={144} />
      </DocumentRow>
    </DocumentBand>
  )
}

export function PartiesBand() {
  return (
    <DocumentBand name="parties">
      <DocumentRow style={{ paddingTop: 18, justifyContent: 'space-between' }}>
        <PartyColumn name="from" />
        <PartyColumn name="to" />
        <PartyColumn name="site" />
      </DocumentRow>
    </DocumentBand>
  )
}

function PartyColumn({ name }: { name: string }) {
  return (
    <DocumentColumn>
      <DocumentField name={`${name}label`} width={155} size={8} colour={grey} />
      <DocumentField name={`${name}name`} width={155} bold collapse />
      <DocumentField name={`${name}lines`} width={155} collapse />
    </DocumentColumn>
  )
}

export function ContinuedBand({ width = TEXT_WIDTH }: { width?: number }) {
  return (
    <DocumentBand name="continued" place="continued" style={{ padding: 0 }}>
      <Rule style={stripe} />
      <DocumentRow style={{ padding: `30px ${margin}px 8px`, justifyContent: 'space-between' }}>
        <DocumentField name="documentname" width={width / 2 - 10} bold tight />
        <DocumentField name="clientname" width={width / 2 - 10} colour={grey} align="right" tight />
      </DocumentRow>
    </DocumentBand>
  )
}

export function FootBand({ width = TEXT_WIDTH }: { width?: number }) {
  return (
    <DocumentBand name="foot" place="foot" style={{ paddingTop: 14, paddingBottom: 24 }}>
      <Rule />
      <DocumentRow style={{ paddingTop: 7, justifyContent: 'space-between' }}>
        <DocumentField name="legal" width={width - 120} size={7.5} leading={11} colour={grey} tight />
        <DocumentField
          name="pagenumber"
          width={110}
          size={7.5}
          leading={11}
          colour={grey}
          align="right"
          tight
        />
      </DocumentRow>
    </DocumentBand>
  )
}
