import type { ComponentProps, ReactNode } from 'react'
import { SamplePrices } from '#views/catalogue/inventory/sample-prices.tsx'
import { percentText } from '#views/format.ts'
import type { MissingFact } from '#views/sales/invoices/types.ts'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { Checkbox, DateInput, DecimalInput, TextArea, TextInput } from '#views/ui/inputs.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { NO_FORM } from '#views/ui/no-form.ts'
import { Banner } from '#views/ui/small.tsx'
import { LinkedText, type WordsLink } from '#views/ui/words-link.tsx'

type MailDialogProps = {
  url: string
  /** As in "Estimate NW11042". */
  name: string
  /** Where that is downloaded. */
  pdf: string
  /** Where it is more than an e-mail with this. */
  title?: string
  to: string
  /** The address to which its reader answers. */
  answers: string
  subject: string
  message: string
  /** Said above the form, such as that the one original goes out. */
  hint?: ReactNode
  /** What is not known that it needs, and where it is set. */
  lacks?: { words: string; link?: WordsLink }
  /** Until when, where no server takes mails now. */
  waits?: string
  settings?: WordsLink
  /** Where what went out in another way is marked as sent, while nobody said so. */
  sent?: { url?: string; refresh: string; dialogurl: string }
  /** By which the client reads it or answers, with its last day. */
  link?: {
    part: ReactNode
    lastday: string
    label: string
    checked: boolean
    refresh: string
    dialogurl: string
    /** The client can open it. */
    reachable: boolean
  }
  /** Ten-thousandths of a percent of an estimate, which is saved as it is typed. */
  deposit?: { url: string; percent: number | null; missingbank: readonly MissingFact[] }
  gaps?: EstimateGaps
  samples?: ComponentProps<typeof SamplePrices>
  /** Where what is missing of whom is written down. */
  hrefs?: Hrefs
}

type Hrefs = { client?: string; organisation?: string }

/** By their words. */
export type EstimateGaps = {
  unpriced: readonly string[]
  needs: readonly { what: string; of?: keyof Hrefs }[]
}

export const MailDialog = ({
  url,
  name,
  pdf,
  title = `E-mail ${name}`,
  to,
  answers,
  subject,
  message,
  hint,
  lacks,
  waits,
  settings,
  sent,
  link,
  deposit,
  gaps,
  samples,
  hrefs = {},
}: MailDialogProps) => (
  <Dialog
    title={sent ? `Send ${name}` : title}
    url={url}
    submit={waits ? 'E-mail later' : 'Send'}
    sends
    quietsubmit={Boolean(waits)}
    main={
      waits && (
        <LinkButton href={pdf} target="_blank" look={link?.reachable ? 'plain' : 'primary'} icon="download">
          PDF
        </LinkButton>
      )
    }
    actions={
      sent && (
        <span id="marksent" data-refresh={sent.refresh} data-url={sent.dialogurl} data-noguard="">
          {sent.url && (
            <Button
              hx-post={sent.url}
              hx-swap="none"
              hx-sync="closest form:queue first"
              title="It was handed over on paper, or sent in another way"
            >
              Mark as sent
            </Button>
          )}
        </span>
      )
    }
  >
    <div className="quietnotes">
      {waits && (
        <Banner level="warning">
          <LinkedText text={`This e-mail waits ${waits}`} link={settings} />{' '}
          {sayWhatWorks(link?.reachable, sent?.url)}
        </Banner>
      )}
      {lacks && (
        <Banner level="warning">
          <LinkedText text={lacks.words} link={lacks.link} />
        </Banner>
      )}
      {hint && <Banner level="info">{hint}</Banner>}
      {samples && <SamplePrices {...samples} />}
      {gaps && <Gaps {...gaps} hrefs={hrefs} />}
      {deposit && <DepositField {...deposit} />}
      {link?.part}
    </div>
    <TextInput
      label="To"
      name="to"
      type="email"
      value={to}
      maxlength={250}
      required
      autoFocus={!to && !waits}
    />
    <TextInput label="Subject" name="subject" value={subject} maxlength={150} required />
    <TextArea
      label="Message"
      name="message"
      value={message}
      maxlength={4_000}
      hint={`${name}.pdf is attached. Answers come to ${answers}.`}
    />
    {link && (
      <div
        id="mailedlink"
        className="fieldrow"
        data-refresh={link.refresh}
        data-url={link.dialogurl}
        data-noguard=""
      >
        <Checkbox label={link.label} name="link" checked={link.checked} />
        <DateInput label="The link works until" name="expires" value={link.lastday} />
      </div>
    )}
  </Dialog>
)

const DepositField = ({ url, percent, missingbank }: NonNullable<MailDialogProps['deposit']>) => (
  <div className="depositfield">
    <div data-autosave="">
      <DecimalInput
        label="Deposit on acceptance"
        name="deposit"
        value={percentText(percent)}
        suffix="%"
        placeholder=" "
        width="narrow"
        hint="The estimate and the client’s page say how much is to be paid once it is accepted. Empty: none."
        hx-post={url}
        hx-trigger="change"
        form={NO_FORM}
        hx-include="this"
        hx-swap="none"
        hx-sync="closest form:queue all"
      />
    </div>
    {missingbank.map(({ what, href }) => (
      <Banner
        key={what}
        level={percent === null ? 'info' : 'warning'}
        actions={
          href && (
            <LinkButton small {...dialogLink(href)}>
              Enter them
            </LinkButton>
          )
        }
      >
        {percent === null
          ? `A client who is asked for a deposit is not told how to pay it: ${what} are missing.`
          : `The client is not told how to pay a deposit: ${what} are missing.`}
      </Banner>
    ))}
  </div>
)

const sayWhatWorks = (reachable = false, canmark: string | undefined) =>
  `You can ${reachable ? 'send a link or ' : ''}hand over the PDF now${canmark ? ', and mark it as sent.' : '.'}`

const list = new Intl.ListFormat('en-ZA')

const openers = [
  ['client', 'Open the client'],
  ['organisation', 'Open your own details'],
] as const

const Gaps = ({ unpriced, needs, hrefs }: EstimateGaps & { hrefs: Hrefs }) => (
  <>
    {unpriced.length > 0 && (
      <Banner level="warning">
        {list.format(unpriced)} {unpriced.length === 1 ? 'has' : 'have'} no price, and would be given away.
      </Banner>
    )}
    {needs.length > 0 && (
      <Banner
        level="info"
        actions={openers.map(
          ([of, label]) =>
            hrefs[of] &&
            needs.some((need) => need.of === of) && (
              <LinkButton key={of} small {...dialogLink(hrefs[of])}>
                {label}
              </LinkButton>
            ),
        )}
      >
        The invoice will need {list.format(needs.map(({ what }) => what))}.
      </Banner>
    )}
  </>
)
