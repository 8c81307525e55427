import { to } from './page-link.tsx'

export const WithoutANetwork = () => (
  <>
    <p>
      While there is no network a banner says so. What you opened before on this device can still be read:
      your steps of today under {to('/mywork', 'My work')}, boards, jobs, clients, items and dashboards. Each
      page, and each part of a job, says how old its figures are. What was stored over an hour ago is fetched
      anew when there is a network.
    </p>
    <p>
      Notes, photos and files, starting and finishing steps, time, picks, hand-overs with their signature and
      counts of stock wait on the device, from <em>My work</em> as from the job itself. Beside the record, and
      in a banner, you read what waits, what was sent, and what was refused and why; <em>Show</em> lists it.
      Nothing is called saved before the program has it.
    </p>
    <p>
      It is sent by itself when the network is back, in the order in which you did it, and dated by when you
      did it, up to a week later. The banner warns from the sixth day on. What waited for longer is not sent
      by itself, as nobody can tell any more whether it was saved: <em>Show</em> has what it holds, to read
      and to copy. Look at the job; then choose <em>Send as of now</em>, or remove it. What was refused stays
      until you try again or remove it: a step of a job that somebody closed meanwhile, for instance, or a
      count that a later one overtook. What is for a job that was removed is sent once it is restored. If your
      login ended, the banner asks you to sign in; nobody else on the same phone sends what is yours.
    </p>
    <p>
      Anything else stays typed on its page: save again then. Logging out needs the network, and asks first
      where something of yours waits. Logging out, another account or other rights take the stored pages from
      the device, and leave what waits. A browser that is told to clear its data clears what waits too.
    </p>
    <p>
      To have the program as an app, choose <em>Install</em> or <em>Add to Home Screen</em> in the browser’s
      menu. Browsers offer both only where the address begins with https. When a new version is ready a banner
      offers to <em>Update</em>; until then the page goes on with what it has.
    </p>
  </>
)
