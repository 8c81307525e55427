import { Button } from '#views/ui/button.tsx'
import { Form } from '#views/ui/form.tsx'
import { Checkbox, TextArea, TextInput } from '#views/ui/inputs.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { type Option, Select } from '#views/ui/select.tsx'
import { Skeleton } from '#views/ui/small.tsx'
import { TabNav } from '#views/ui/tabs.tsx'
import { VersionInput } from '#views/ui/version-input.tsx'

type Kind = {
  name: string
  label: string
  title?: string
  texts: readonly ('intro' | 'terms' | 'foot')[]
  canhide: boolean
  /** The words of a mail. */
  mail?: boolean
  /** What it says where the account has no words of its own. */
  placeholder?: string
}
type DocumentTexts = { offered: boolean; title: string; intro: string; terms: string; foot: string }

type CustomiseDocumentProps = {
  title: string
  kind: Kind
  kinds: readonly Option[]
  words: DocumentTexts
  version: number
  /** Jobs to look at it with; a sample one is always there. */
  jobs: readonly Option[]
}

const PATH = '/customise/documents'

/** One of the documents: whether it is offered, what it says, and how it looks, drawn again as the words change. */
export function CustomiseDocument(props: CustomiseDocumentProps) {
  const { title, kind, kinds, jobs } = props
  return (
    <>
      <PageTitle title={title} subtitle="What your papers are called and what they say in your own words." />
      <TabNav
        label={title}
        links={kinds.map(({ value, label }, at) => ({
          href: at === 0 ? PATH : `${PATH}/${value}`,
          label,
          current: value === kind.name,
        }))}
      />
      <div className="papers">
        <section id="documentwords" data-refresh="settings" data-url={`${PATH}/${kind.name}`}>
          <TextsForm {...props} />
        </section>
        <Panel title="Preview">
          {jobs.length > 0 && (
            <Select
              label="Made with"
              id="previewjob"
              name="jobid"
              options={jobs}
              placeholder="A sample job"
              form="f-preview-alone"
            />
          )}
          <div
            className={kind.name === 'joblist' ? 'paperpreview wide' : 'paperpreview'}
            aria-live="polite"
            hx-post={`${PATH}/${kind.name}/preview`}
            hx-trigger="load, input delay:700ms from:#documentform, change from:#documentform, change from:#previewjob"
            hx-include="#documentform, #previewjob"
            hx-sync="this:replace"
            hx-swap="innerHTML"
          >
            <Skeleton lines={8} />
          </div>
        </Panel>
      </div>
    </>
  )
}

function TextsForm({ kind, words, version }: CustomiseDocumentProps) {
  const { name, title, texts, canhide, mail } = kind
  return (
    <Panel title={kind.label}>
      <Form id="documentform" url={`${PATH}/${name}`} method="patch">
        <VersionInput value={version} />
        {canhide && <Checkbox label="We use this document" name="offered" checked={words.offered} />}
        {mail ? (
          <p className="hint">
            {reminderHint[name]} A reminder goes out when somebody sends it, never by itself. It names what is
            overdue and for how long, then says this.
          </p>
        ) : (
          !canhide && (
            <p className="hint">
              The law asks for this one, so it is always there, with all that must stand on it.
            </p>
          )
        )}
        {title && (
          <TextInput label="Title" name="title" value={words.title} maxlength={40} placeholder={title} />
        )}
        {texts.includes('intro') && (
          <TextArea
            label={mail ? 'Words of the mail' : 'Words before the lines'}
            name="intro"
            value={words.intro}
            maxlength={1000}
            rows={mail ? 6 : 3}
            placeholder={kind.placeholder}
          />
        )}
        {texts.includes('terms') && (
          <TextArea
            label="Terms"
            name="terms"
            value={words.terms}
            maxlength={4000}
            rows={5}
            hint={termsHint[name]}
          />
        )}
        {texts.includes('foot') && (
          <TextInput
            label="In the foot of each page"
            name="foot"
            value={words.foot}
            maxlength={120}
            hint="After your name and numbers, which always stand there."
          />
        )}
        <Button type="submit" look="primary" data-save="">
          Save
        </Button>
      </Form>
    </Panel>
  )
}

const reminderHint: Record<string, string> = {
  reminder: 'Of an invoice that nobody was reminded of before.',
  secondreminder: 'Of an invoice that its client was reminded of once.',
  finalreminder: 'Of an invoice that its client was reminded of twice or more.',
}

const termsHint: Record<string, string> = {
  estimate: 'They follow the terms of the organisation that prints it.',
  proforma: 'They follow the terms of the client and of the organisation that prints it.',
  purchaseorder: 'They follow the terms on purchase orders of the organisation that sends it.',
  invoice: 'They follow the terms of the client and of the organisation that issues it.',
}
