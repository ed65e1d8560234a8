import { useEffect, useState } from "react";

/**
 * The token of a link that was sent by e-mail: undefined until the page has looked, empty if there is none. It is taken
 * out of the address, so that it stays in no history and on no screen.
 */
export function useLinkToken(): string | undefined {
  const [token, setToken] = useState<string>();
  useEffect(() => {
    const take = () => {
      const found = window.location.hash.slice(1);
      if (found !== "") window.history.replaceState(window.history.state, "", window.location.pathname);
      setToken((known) => found || known || "");
    };
    take();
    // The same page stands open, and another link is opened in it.
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, []);
  return token;
}
