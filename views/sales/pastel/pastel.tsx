import { counted, formatRand, instant, shortDate } from '#views/format.ts'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { FieldRow, Form } from '#views/ui/form.tsx'
import { Checkbox, DateInput, TextInput } from '#views/ui/inputs.tsx'
import { ListRegion } from '#views/ui/list.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { type Option, Select } from '#views/ui/select.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import { type Column, Table } from '#views/ui/table.tsx'
import { VersionInput } from '#views/ui/version-input.tsx'

type Export = {
  id: string
  kind: string
  organisation: string
  start: string
  end: string
  documents: number
  /** What was done so that Pastel comes to the same cents. */
  note: string
  totalcents: number
  createdby: string
  createdutc: string
}

type Settings = Record<
  'standard' | 'zero' | 'exempt' | 'none' | 'cashcustomer' | 'customers' | 'items',
  string
> & { version: number }

type PastelProps = {
  title: string
  exports: readonly Export[]
  zone: string
  today: string
  organisations: readonly Option[]
  settings: Settings
  canset: boolean
}

const columns = (zone: string): Column<Export>[] => [
  {
    key: 'kind',
    head: 'File',
    cell: ({ id, kind, start, end, note }) => (
      <>
        <a href={`/api/invoices/pastel/${id}`} download>
          {`${kind === 'invoice' ? 'Invoices' : 'Credit notes'}, ${shortDate(start)} – ${shortDate(end)}`}
        </a>
        {note && <small className="muted wrap">{note}</small>}
      </>
    ),
  },
  { key: 'organisation', head: 'Organisation', cell: ({ organisation }) => organisation },
  { key: 'documents', head: 'Documents', numeric: true, cell: ({ documents }) => documents },
  { key: 'total', head: 'With VAT', numeric: true, cell: ({ totalcents }) => formatRand(totalcents) },
  { key: 'createdutc', head: 'Made', tight: true, cell: ({ createdutc }) => instant(createdutc, zone) },
  { key: 'createdby', head: 'By', cell: ({ createdby }) => createdby },
]

/** Files for Sage Pastel Partner, and what went out when. */
export function PastelPage({ title, exports, zone, today, organisations, settings, canset }: PastelProps) {
  return (
    <>
      <PageTitle title={title} subtitle="Files that Sage Pastel Partner imports, and what went out when." />
      <Panel title="Invoices and credit notes">
        <Form url="/invoices/pastel">
          <FieldRow>
            <Select
              label="What"
              name="kind"
              value="invoice"
              options={[
                { value: 'invoice', label: 'Invoices' },
                { value: 'creditnote', label: 'Credit notes' },
              ]}
            />
            {organisations.length > 1 && (
              <Select
                label="Organisation"
                name="organisation"
                value=""
                placeholder="Default organisation"
                options={organisations}
              />
            )}
            <DateInput label="From" name="start" value={`${today.slice(0, 8)}01`} />
            <DateInput label="To" name="end" value={today} />
          </FieldRow>
          <Checkbox
            label="Also those that went out before"
            name="again"
            hint="Pastel ignores our numbers when it imports: what is imported twice stands there twice."
          />
          <div className="formfoot">
            <Button type="submit" look="primary">
              Make the file
            </Button>
          </div>
        </Form>
      </Panel>
      <ListRegion id="pastel" refresh="pastel" url="/invoices/pastel" ispart>
        <Table
          caption="Files for Pastel"
          columns={columns(zone)}
          rows={exports}
          rowid={({ id }) => id}
          url="/invoices/pastel"
          region="pastel"
          foot={exports.length > 0 && <FilesFoot count={exports.length} />}
          empty={<EmptyState icon="file-text" text="Nothing went to Pastel yet." />}
        />
      </ListRegion>
      <Panel title="Customers and inventory">
        <p className="hint">
          Plain CSV without a row of headings: Pastel asks which column is which when it imports them.
        </p>
        <div className="buttons">
          <LinkButton icon="download" href="/api/invoices/pastel/customers" download>
            Customers
          </LinkButton>
          <LinkButton icon="download" href="/api/invoices/pastel/inventory" download>
            Inventory
          </LinkButton>
        </div>
      </Panel>
      {canset && (
        <section id="pastelsettings" data-refresh="pastelsettings" data-url="/invoices/pastel">
          <SettingsPanel {...settings} />
        </section>
      )}
    </>
  )
}

const FilesFoot = ({ count }: { count: number }) => (
  <tr>
    <td colSpan={6}>{count === 100 ? 'The newest 100 files' : counted(count, 'file')}</td>
  </tr>
)

const SettingsPanel = ({ version, ...settings }: Settings) => (
  <Panel title="Tax types and columns">
    <Form url="/invoices/pastel" method="patch">
      <VersionInput value={version} />
      <FieldRow>
        <TextInput label="Standard-rated" name="standard" value={settings.standard} maxlength={2} />
        <TextInput label="Zero-rated" name="zero" value={settings.zero} maxlength={2} />
      </FieldRow>
      <FieldRow>
        <TextInput label="Exempt" name="exempt" value={settings.exempt} maxlength={2} />
        <TextInput label="Without a VAT number" name="none" value={settings.none} maxlength={2} />
      </FieldRow>
      <TextInput
        label="Customer of cash sales"
        name="cashcustomer"
        value={settings.cashcustomer}
        maxlength={6}
        width="narrow"
      />
      <TextInput
        label="Columns of customers"
        name="customers"
        value={settings.customers}
        maxlength={400}
        hint="In their order, with commas between."
      />
      <TextInput label="Columns of inventory" name="items" value={settings.items} maxlength={400} />
      <div className="formfoot">
        <Button type="submit" look="primary" data-save="">
          Save
        </Button>
      </div>
    </Form>
  </Panel>
)
