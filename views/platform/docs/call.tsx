import { Button } from '#views/ui/button.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { TextArea, TextInput } from '#views/ui/inputs.tsx'
import { Banner } from '#views/ui/small.tsx'
import { claimText } from './calls.tsx'

type CallProps = {
  method: string
  path: string
  claim: string | null
  summary: string
  params: readonly string[]
  query: readonly { name: string; type: string }[]
  body?: { text: string; example: string }
  upload: boolean
  reply: string
  named: readonly { name: string; text: string }[]
  /** Whether the person may call it. */
  allowed: boolean
}

export function CallDialog(props: CallProps) {
  const { method, path, summary, upload } = props
  return (
    <Dialog
      size="large"
      title={`${method} ${path}`}
      subtitle={summary}
      tabs={[
        { id: 'about', label: 'What it takes and answers', panel: <About {...props} /> },
        ...(upload ? [] : [{ id: 'try', label: 'Try it', panel: <TryOut {...props} /> }]),
      ]}
    />
  )
}

function About({ claim, allowed, query, body, upload, reply, named }: CallProps) {
  return (
    <>
      <p>
        Right: <code>{claimText(claim)}</code>
        {!allowed && ', which you do not hold'}
      </p>
      {query.length > 0 && (
        <Shape head="In the address" text={query.map(({ name, type }) => `${name}?: ${type}`).join('\n')} />
      )}
      {upload && <p>Its body is multipart, with one file as `file`.</p>}
      {body && !upload && <Shape head="Body" text={body.text} />}
      <Shape head="Answer" text={reply.endsWith('.') ? reply : `data: ${reply}`} />
      {named.map(({ name, text }) => (
        <Shape key={name} head={name} text={text} />
      ))}
    </>
  )
}

const Shape = ({ head, text }: { head: string; text: string }) => (
  <section className="shape">
    <h3>{head}</h3>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
    <pre tabIndex={0}>{text}</pre>
  </section>
)

/** `client/try-calls.ts` sends it, with the session of whoever looks. */
function TryOut({ method, path, params, query, body, allowed }: CallProps) {
  return (
    <form className="trycall" data-call={method} data-path={path} data-noguard="">
      {!allowed && (
        <Banner level="warning">You do not hold the right that it asks for: it will be refused.</Banner>
      )}
      {method !== 'GET' && (
        <Banner level="warning">This changes real records of the account that is open, as you.</Banner>
      )}
      {params.map((name) => (
        <TextInput key={name} label={name} name={`path.${name}`} maxlength={200} required />
      ))}
      {query.length > 0 && (
        <TextInput
          label="In the address"
          name="query"
          maxlength={1000}
          hint={`Such as ${query[0]?.name}=…, with & between several.`}
        />
      )}
      {body && <TextArea label="Body" name="body" value={body.example} maxlength={100_000} rows={8} />}
      <Button type="submit" look="primary">
        Send
      </Button>
      <output className="answer" aria-live="polite" />
    </form>
  )
}
