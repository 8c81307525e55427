import { formatPercent } from '#views/format.ts'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { FieldRow, Form } from '#views/ui/form.tsx'
import { Checkbox, TextInput } from '#views/ui/inputs.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { type Option, Select } from '#views/ui/select.tsx'
import { Banner } from '#views/ui/small.tsx'
import { VersionInput } from '#views/ui/version-input.tsx'
import { LostNames } from './lost-names.tsx'
import { paymentLabels, taxLabels } from './mapping-labels.ts'

type Name = {
  kind: string
  code: string
  name: string
  sort: string
  rate: number
  payable: boolean
  xeroid: string
}

type Mapping = {
  sending: boolean
  organisation: string
  sales: string
  purchases: string
  accounts: Record<string, string>
  taxes: Record<string, string>
  payments: Record<string, string>
  cashcontact: string
}

type XeroMappingProps = {
  title: string
  tenantname: string
  mapping: Mapping
  saved: boolean
  version: number
  names: readonly Name[]
  issuers: readonly Option[]
  /** Our account codes. */
  codes: readonly { id: string; code: string; description: string; type: number }[]
  /** Fields whose choice Xero has no more. */
  lost: readonly string[]
}

const named = ({ code, name, xeroid }: Name) => (code === xeroid ? name : `${code} - ${name}`)
const NONE = 'Not chosen'

export function XeroMappingPage(props: XeroMappingProps) {
  const { title, tenantname, mapping, saved, version, names, issuers, codes, lost } = props
  const accounts = names.filter(({ kind }) => kind === 'account')
  return (
    <>
      <PageTitle
        title={title}
        subtitle={`Which of your account codes, VAT rates and ways of payment is which in ${tenantname}.`}
        actions={
          <>
            <form method="post" action="/xero/names">
              <Button type="submit" icon="refresh-cw">
                Fetch accounts again
              </Button>
            </form>
            <LinkButton href="/xero">Lists and documents</LinkButton>
          </>
        }
      />
      {!saved && (
        <Banner level="info">
          This is what fits most probably. Look at it and save it: until then documents wait, and nothing is
          sent.
        </Banner>
      )}
      <LostNames fields={lost} codes={codes} />
      {names.length === 0 && (
        <Banner level="warning">Xero’s accounts and tax rates are not here yet: fetch them again.</Banner>
      )}
      <section id="xeromapping">
        <Form url="/xero/mapping" method="patch">
          <VersionInput value={version} />
          <Panel title="Documents">
            <Checkbox
              label="Send documents to Xero"
              name="sending"
              checked={saved ? mapping.sending : true}
              hint="Invoices, credit notes and payments as they are issued, and what suppliers charge once it is approved."
            />
            {issuers.length > 1 && (
              <Select
                label="Documents of"
                name="organisation"
                value={mapping.organisation}
                placeholder="All organisations"
                options={issuers}
              />
            )}
            <TextInput
              label="Contact of cash sales"
              name="cashcontact"
              value={mapping.cashcontact}
              maxlength={120}
              hint="Whom sales without a client are for, in Xero."
            />
          </Panel>
          <Panel title="Accounts">
            <FieldRow>
              <Select
                label="Sales"
                name="sales"
                value={mapping.sales}
                placeholder={NONE}
                options={ofSort(accounts, 'REVENUE')}
                hint="For lines whose own account code Xero does not have."
              />
              <Select
                label="Purchases"
                name="purchases"
                value={mapping.purchases}
                placeholder={NONE}
                options={ofSort(accounts, 'EXPENSE')}
              />
            </FieldRow>
            <Codes codes={codes} accounts={accounts} mapping={mapping} />
          </Panel>
          <Panel title="VAT">
            <p className="hint xerohint">
              Amounts of VAT go as they stand on the document; the tax rate only says where they belong.
            </p>
            <div className="xerofields">
              {taxLabels.map(([key, label, side]) => (
                <Select
                  key={key}
                  label={label}
                  name={`tax-${key}`}
                  value={mapping.taxes[key]}
                  placeholder={NONE}
                  options={taxOptions(names, side)}
                />
              ))}
            </div>
          </Panel>
          <Panel title="Payments go to">
            <div className="xerofields">
              {paymentLabels.map(([key, label]) => (
                <Select
                  key={key}
                  label={label}
                  name={`payment-${key}`}
                  value={mapping.payments[key]}
                  placeholder={NONE}
                  options={accounts
                    .filter(({ payable }) => payable)
                    .map((one) => ({ value: one.xeroid, label: named(one) }))}
                />
              ))}
            </div>
          </Panel>
          <div className="formfoot">
            <Button type="submit" look="primary" data-save="">
              Save
            </Button>
          </div>
        </Form>
      </section>
    </>
  )
}

const ofSort = (accounts: readonly Name[], sort: string): Option[] =>
  accounts.filter((one) => one.sort === sort).map((one) => ({ value: one.code, label: named(one) }))

const taxOptions = (names: readonly Name[], side: string): Option[] =>
  names
    .filter(({ kind, sort }) => kind === 'taxrate' && sort.includes(side))
    .map(({ code, name, rate }) => ({ value: code, label: `${name} (${formatPercent(rate)})` }))

/** Most codes came from Xero and are the same there: only others are asked for. */
function Codes({
  codes,
  accounts,
  mapping,
}: Pick<XeroMappingProps, 'codes' | 'mapping'> & { accounts: readonly Name[] }) {
  const known = new Set(accounts.map(({ code }) => code))
  const own = codes.filter(({ id, code }) => !known.has(code) || mapping.accounts[id])
  if (own.length === 0)
    return codes.length > 0 ? <p className="hint xerohint">Xero has all your account codes.</p> : null
  return (
    <>
      <p className="hint xerohint">These account codes of yours are called otherwise in Xero:</p>
      <div className="xerofields">
        {own.map(({ id, code, description, type }) => (
          <Select
            key={id}
            label={`${code} - ${description}`}
            name={`account-${id}`}
            value={mapping.accounts[id]}
            placeholder={type === 0 ? 'As sales' : 'As purchases'}
            options={ofSort(accounts, type === 0 ? 'REVENUE' : 'EXPENSE')}
          />
        ))}
      </div>
    </>
  )
}
