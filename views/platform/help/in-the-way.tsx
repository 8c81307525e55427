export const InTheWay = () => (
  <>
    <p>
      If somebody saved before you, what you typed is kept beside what they changed, and you choose. If you
      lack a right, whoever manages your account can give it to you.
    </p>
    <p>
      While there is no network a banner says so. What you opened before on this device can still be read, and
      says how old it is. Steps, notes, photos, time, picks, deliveries and counts of stock that you record
      meanwhile wait on the device, and are sent when the network is back; a banner lists them. Anything else
      stays typed on its page: save again then. Signing out takes the stored pages from the device, and leaves
      what waits.
    </p>
    <p>
      To have the program as an app, choose <em>Install</em> or <em>Add to Home Screen</em> in the browser’s
      menu. Browsers offer both only where the address begins with https.
    </p>
  </>
)
