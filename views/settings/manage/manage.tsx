import { exactRate, formatPercent } from '#views/format.ts'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { FieldRow, Form } from '#views/ui/form.tsx'
import { DecimalInput, TextInput } from '#views/ui/inputs.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { type Option, Radios, Select } from '#views/ui/select.tsx'
import { Tabs } from '#views/ui/tabs.tsx'
import { VersionInput } from '#views/ui/version-input.tsx'
import { zoneOption } from '#views/ui/zone-option.ts'
import { WorkingTimeFields } from './working-time.tsx'

type General = {
  prefix: string
  zone: string
  negativestock: string
  steporder: string
  timerounding: string
  pricetolerance: number
  pricetoleranceamount: number
  workingminutes: number
  workingdays: string
  holidays: string
  daysoff: string
  nextreference: string
  version: number
}

type Misc = {
  chosen: string | null
  codes: readonly { id: string; code: string; description: string }[]
}

type ManageProps = {
  title: string
  tab?: string
  general: General
  zones: readonly string[]
  income: Misc
  expense: Misc
  canseecodes: boolean
  canorganisations: boolean
  canroles: boolean
  canusers: boolean
}

export function Manage({
  title,
  tab,
  general,
  zones,
  income,
  expense,
  canseecodes,
  canorganisations,
  canroles,
  canusers,
}: ManageProps) {
  const tabs = [
    { id: 'general', label: 'General', panel: <GeneralTab {...{ general, zones, canorganisations }} /> },
    {
      id: 'authorisations',
      label: 'Who may do what',
      panel: <Authorisations canroles={canroles} canusers={canusers} />,
    },
    {
      id: 'accounting',
      label: 'Accounting',
      panel: <Accounting income={income} expense={expense} canseecodes={canseecodes} />,
    },
  ]
  return (
    <>
      <PageTitle title={title} subtitle="Settings of the whole account." />
      <Tabs label={title} tabs={tabs.map((one) => ({ ...one, selected: one.id === tab }))} />
    </>
  )
}

function GeneralTab({
  general,
  zones,
  canorganisations,
}: Pick<ManageProps, 'general' | 'zones' | 'canorganisations'>) {
  const { prefix, zone, negativestock, steporder, timerounding, nextreference, version } = general
  return (
    <section id="general" data-refresh="settings" data-url="/admin/manage">
      {canorganisations && (
        <p className="hint">
          Logo, VAT number, bank and address stand with <a href="/admin/organisations">your organisations</a>.
        </p>
      )}
      <Panel>
        <Form url="/admin/manage" method="patch">
          <VersionInput value={version} />
          <FieldRow>
            <TextInput
              label="Prefix"
              name="prefix"
              value={prefix}
              maxlength={10}
              width="narrow"
              className="upper"
              data-upper=""
              autoCapitalize="characters"
              spellCheck={false}
              hint={`What the references of new jobs begin with. The next one is ${nextreference}; jobs that exist keep theirs.`}
            />
            <Select
              label="Time zone"
              name="zone"
              value={zone}
              options={zones.map(zoneOption)}
              hint="Where your days begin and end: today, overdue and this week follow it."
            />
          </FieldRow>
          <Radios
            label="When stock would go below zero"
            name="negativestock"
            value={negativestock}
            options={[
              { value: 'warn', label: 'Book it, and warn' },
              { value: 'block', label: 'Refuse it' },
            ]}
          />
          <Radios
            label="When a step is started before those above it are done"
            name="steporder"
            value={steporder}
            options={[
              { value: 'off', label: 'Let it be' },
              { value: 'warn', label: 'Start it, and warn' },
              { value: 'block', label: 'Refuse it' },
            ]}
          />
          <Select
            label="Worked time is charged"
            name="timerounding"
            value={timerounding}
            options={roundings}
            hint="Once for each line, from the sum of its time. What was begun counts in full."
          />
          <FieldRow>
            <DecimalInput
              label="A supplier’s price may differ by"
              name="pricetolerance"
              value={formatPercent(general.pricetolerance).replace(/\s?%/, '')}
              suffix="%"
              width="narrow"
            />
            <DecimalInput
              label="or by this amount"
              name="pricetoleranceamount"
              value={exactRate(general.pricetoleranceamount * 100)}
              prefix="R"
              width="narrow"
              hint="Of a line, from its order: whichever is more. Beyond that an invoice is approved only with a reason."
            />
          </FieldRow>
          <WorkingTimeFields {...general} />
          <Button type="submit" look="primary" data-save="">
            Update
          </Button>
        </Form>
      </Panel>
    </section>
  )
}

const roundings: Option[] = [
  { value: '0', label: 'As it was worked' },
  ...[5, 6, 10, 15, 30].map((step) => ({ value: String(step), label: `In full ${step} minutes` })),
  { value: '60', label: 'In full hours' },
]

const Authorisations = ({ canroles, canusers }: Pick<ManageProps, 'canroles' | 'canusers'>) => (
  <Panel>
    <p className="hint">
      Who may approve jobs, issue invoices or adjust stock follows from the roles that each person has.
    </p>
    <div className="buttons">
      {canroles && (
        <LinkButton icon="lock" href="/admin/permissions">
          What each role may do
        </LinkButton>
      )}
      {canusers && (
        <LinkButton icon="user" href="/admin/users">
          People and their roles
        </LinkButton>
      )}
      <LinkButton icon="shield" href="/customise/assertions">
        What a job needs before it moves
      </LinkButton>
    </div>
  </Panel>
)

function Accounting({
  income,
  expense,
  canseecodes,
}: Pick<ManageProps, 'income' | 'expense' | 'canseecodes'>) {
  return (
    <Panel>
      <p className="hint">
        Where amounts go that have no account code of their own. A choice is saved at once.
      </p>
      <Miscellaneous type={0} label="Miscellaneous Income" {...income} />
      <Miscellaneous type={1} label="Miscellaneous Expense" {...expense} />
      {canseecodes && (
        <LinkButton icon="landmark" href="/admin/accountcodes">
          Account codes
        </LinkButton>
      )}
    </Panel>
  )
}

function Miscellaneous({ type, label, chosen, codes }: Misc & { type: number; label: string }) {
  return (
    <form
      className="misc"
      hx-post={`/admin/manage/misc/${type}`}
      hx-trigger="change"
      hx-swap="none"
      noValidate
    >
      <Select
        id={`misc-${type}`}
        label={label}
        name="id"
        value={chosen}
        placeholder={codes.length === 0 ? 'There are no account codes of this kind yet' : 'None chosen'}
        options={codes.map(({ id, code, description }) => ({ value: id, label: `${code} - ${description}` }))}
      />
    </form>
  )
}
