/** Why an attempt to deliver an event failed, and what mends it. */
export const causes = {
  address_refused:
    "The URL leads to an address that is not public. Use one that can be reached from the internet.",
  bad_url: "Nothing can be sent to this URL. Correct it.",
  connection:
    "The connection broke before an answer came. Look at your server's log, and at proxies and firewalls in front of it.",
  dns: "The host name does not resolve. Check its spelling in the URL and its DNS record.",
  refused:
    "The connection was refused: nothing listens there. Start your server, or correct the URL.",
  timeout:
    "Your server did not answer within 10 seconds. Answer with status 200 first and do the work afterwards.",
  tls: "The TLS connection failed. The certificate must be valid, issued for this host, and sent with its chain.",
  // Answers of a server, by their status.
  redirect: "Your server answered with a redirect, which is not followed. Use the final URL.",
  denied:
    "Your server denied access. Accept the request without a login, and verify its signature with the endpoint's secret.",
  missing:
    "Your server has nothing at this path. Correct the URL, or let the path accept POST requests.",
  rejected: "Your server rejected the request. Its answer or its log says why.",
  broken: "Your server had an error of its own. Its answer or its log says why."
} as const
