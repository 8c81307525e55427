import { ClientPicker } from '#views/contacts/clients/picker.tsx'
import { formatRand } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { DateText } from '#views/ui/datetime.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { Money } from '#views/ui/figures.tsx'
import { FieldRow } from '#views/ui/form.tsx'
import { Checkbox, FileInput, TextInput } from '#views/ui/inputs.tsx'
import { DescriptionList } from '#views/ui/panel.tsx'
import { reasonWords } from './reasons.ts'
import type { BankLineView } from './types.ts'

/** Asks for a file, and for its columns where they are not clear. */
export const StatementDialog = ({ accounts }: { accounts: readonly string[] }) => (
  <Dialog title="Take in a statement" url="/billing/bank" encoding="multipart/form-data" submit="Take in">
    <TextInput
      label="Account"
      name="account"
      value={accounts[0] ?? ''}
      required
      list="bank-accounts"
      hint="What you call it, such as FNB cheque."
    />
    <FileInput
      label="Statement"
      name="file"
      required
      accept=".ofx,.csv,.txt,text/csv,application/x-ofx"
      hint="OFX or CSV in rand, at most 2 MB. A line that was taken in before is left out."
    />
    <details className="more">
      <summary>Columns of a CSV file</summary>
      <p className="hint">
        Only where they are not found by themselves: the name of each, or its number where it has none. They
        are remembered for the account, beside those of other files.
      </p>
      <FieldRow>
        <TextInput label="Day" name="date" />
        <TextInput label="Text" name="description" />
      </FieldRow>
      <FieldRow>
        <TextInput label="Reference" name="reference" />
        <TextInput label="Amount" name="amount" />
      </FieldRow>
      <FieldRow>
        <TextInput label="Or money in" name="moneyin" />
        <TextInput label="and money out" name="moneyout" />
      </FieldRow>
      <FieldRow>
        <TextInput label="Fee" name="fee" />
        <TextInput label="Balance" name="balance" hint="Proves that no line is missing." />
      </FieldRow>
      <Checkbox label="Take it in even where its balance does not add up" name="unproven" />
    </details>
    <datalist id="bank-accounts">
      {accounts.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  </Dialog>
)

/** Proposes what a line may pay; a person says which. */
export function BookLineDialog({ line }: { line: BankLineView }) {
  const { id, date, amountcents, description, reference, bankname, matches } = line
  const [first] = matches
  const isSure = first && first.reasons.length > 1
  return (
    <Dialog title="Book a payment" subtitle={bankname} url={`/billing/bank/${id}/book`} submit="Book it">
      <DescriptionList
        facts={[
          { label: 'Day', value: <DateText date={date} /> },
          { label: 'Amount', value: <Money cents={amountcents} /> },
          { label: 'Text', value: description },
          ...(reference ? [{ label: 'Reference', value: reference }] : []),
        ]}
      />
      <TextInput
        label="Number of the invoice or deposit request"
        name="number"
        value={isSure ? first.number : ''}
        list="bank-matches"
        hint="More than is due is kept as credit of the client."
      />
      {matches.length > 0 && (
        <ul className="refusals">
          {matches.map((match) => (
            <li key={match.id}>
              <Button small data-write="number" value={match.number} aria-label={`Choose ${match.number}`}>
                {match.number}
              </Button>{' '}
              {match.clientname ?? 'Cash sale'}, {formatRand(match.open)}{' '}
              {match.kind === 'deposit' ? 'asked for as a deposit' : 'due'}: {reasonWords(match)}
            </li>
          ))}
        </ul>
      )}
      <ClientPicker label="Or a client" hint="Pays the oldest of their invoices first." />
      <datalist id="bank-matches">
        {matches.map((match) => (
          <option key={match.id} value={match.number} />
        ))}
      </datalist>
    </Dialog>
  )
}
