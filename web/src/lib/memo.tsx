import { Component, type ComponentChildren, type FunctionComponent } from "preact";

/** A component that renders again only when a property changes; lists are compared by items. */
export function memo<P extends object>(Inner: FunctionComponent<P>): FunctionComponent<P> {
  class Memo extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      const [old, fresh] = [this.props, next] as [Record<string, unknown>, Record<string, unknown>];
      const names = Object.keys(fresh);
      if (names.length !== Object.keys(old).length) return true;
      return names.some((name) => !same(old[name], fresh[name]));
    }
    override render(): ComponentChildren {
      return <Inner {...(this.props as P)} />;
    }
  }
  return Memo as unknown as FunctionComponent<P>;
}

function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
  return a.every((item, i) => Object.is(item, b[i]));
}
