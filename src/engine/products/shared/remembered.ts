/**
 * What a product reads of a message or of a list of messages, computed once: neither ever changes, and a slider asks for the same ones again.
 */
export function remembered<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (of) => {
    let found = known.get(of);
    if (!found) {
      found = { value: make(of) };
      known.set(of, found);
    }
    return found.value;
  };
}

export function rememberedWith<K extends object, A, V>(make: (of: K, by: A) => V): (of: K, by: A) => V {
  const known = new WeakMap<K, { readonly by: A; readonly value: V }>();
  return (of, by) => {
    let found = known.get(of);
    if (found?.by !== by) {
      found = { by, value: make(of, by) };
      known.set(of, found);
    }
    return found.value;
  };
}
