import { to } from './page-link.tsx'
import { inJavaScript, inPython } from './webhook-examples.ts'

/** For whoever writes the program at the other end. */
export const TellOtherPrograms = () => (
  <>
    <p>
      A webhook in {to('/customise/webhooks', 'Webhooks')} sends a POST to an address of yours whenever a job,
      its steps, stock or a document changes. Its body is JSON: <code>type</code>, <code>timestamp</code>,{' '}
      <code>id</code> of the record, <code>change_seq</code>, and <code>data</code> with what the call of that
      record in {to('/account/calls', 'Calls')} answers, as far as the webhook may see it; null where the
      record is gone or not for it to see. A record that changed twice before it was told is told as it is
      then.
    </p>
    <h3>Check the signature</h3>
    <p>
      Anybody can post to your address. Each event is signed as Standard Webhooks 1.0.0 says, so any library
      of that name will do: <code>webhook-signature</code> holds the HMAC-SHA256 of id, timestamp and body by
      the secret that was shown once. While a secret is changed two signatures stand there; take either.
      Refuse what is older than five minutes, and do nothing twice for one <code>webhook-id</code>.
    </p>
    <p>In JavaScript:</p>
    <pre>
      <code>{inJavaScript}</code>
    </pre>
    <p>In Python:</p>
    <pre>
      <code>{inPython}</code>
    </pre>
    <h3>Answer first, work after</h3>
    <p>
      Answer with a status from 200 to 299 within 15 seconds. Anything else, also a redirection, is a failure:
      it is tried again after 5 seconds, 5 minutes, half an hour, and 2, 5, 10, 14, 20 and 24 hours, under the
      same id with a new timestamp. After the tenth attempt the event is given up; its log keeps it for 30
      days, and <em>Send again</em> sends it once more.
    </p>
    <h3>In which order</h3>
    <p>
      Up to four are under way at once, and one that is tried again comes after newer ones, so they may arrive
      in another order than they happened. <code>change_seq</code> counts on with each change of the account:
      keep the highest of a record, and leave an event alone whose own is lower.
    </p>
    <h3>What stops it</h3>
    <p>
      An answer of 410 stops a webhook at once, and so do three days in which nothing got through; whoever
      manages settings is told. What waited is kept, and goes out when it is switched on again. Beyond 10 000
      waiting events later ones are left out, and the list says how many. Addresses inside this installation’s
      own network are refused, also where a name comes to lead there later.
    </p>
  </>
)
