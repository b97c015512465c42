// A component that is drawn again only when what it shows is another, whatever objects it comes in.

import { Component } from 'preact';

/**
 * Wraps `view` so that it is drawn again only when `shown(props)`, a list of plain values, changes.
 * Functions among the props must do the same in every call.
 */
export function steady(view, shown) {
  return class Steady extends Component {
    shouldComponentUpdate(next) {
      const [before, after] = [shown(this.props), shown(next)];
      return before.length !== after.length || before.some((value, index) => value !== after[index]);
    }

    render(props) {
      return view(props);
    }
  };
}
