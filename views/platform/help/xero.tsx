import { to } from './page-link.tsx'

export const BooksInXero = () => (
  <>
    <p>
      {to('/xero', 'Xero')} connects the account to one organisation: press <em>Connect</em>, let Joblane in
      at Xero, then choose the organisation under {to('/xero/tenants', 'organisations')}. <em>Clear</em> ends
      that; nothing in Xero is changed by it. If Xero no longer lets Joblane in, the page says so: connect
      again, and what waits is sent.
    </p>
    <p>
      Lists come in: contacts, items and {to('/admin/accountcodes', 'account codes')}. Each goes through the
      import, which is tried first and can be taken back; what was changed here is kept unless you say
      otherwise.
    </p>
    <p>
      Documents go out once you have looked at the {to('/xero/mapping', 'mapping')}, which says what account
      codes, VAT rates and payments are called in Xero: issued invoices and credit notes, payments, and what
      suppliers billed, each once and with the VAT of its lines as printed. What is issued before that waits.
      Deposits, credit that pays nothing yet and cash rounding do not go.
    </p>
    <p>
      The list on the page says what waits, was sent or was refused, and why. Mend what it names, here or in
      Xero, and send it again. Once an hour Xero is asked what changed there: what was voided or deleted, has
      another total, or has payments put to it that were not sent from here, is marked. After the account was
      put back to a backup, press <em>Check Xero now</em>, which looks at everything, and names the documents
      that Xero has and this account no longer knows. Xero takes 60 calls a minute, so many documents take
      some minutes.
    </p>
    <p>
      A supplier’s invoice that is cancelled here is voided in Xero. Where something is paid on it there, Xero
      refuses that: take the payment off it there, then press <em>Void again</em> beside it. Until then
      another invoice of its number waits, so that none stands there twice. What is cancelled, credited or
      taken back while the account is cleared, or another organisation is chosen, is put right there once that
      organisation is connected again; the document says so meanwhile.
    </p>
  </>
)
