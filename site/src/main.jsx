import { render } from 'preact';
import './style/tokens.css';
import './style/base.css';

render(<main><h1>zplan</h1></main>, document.getElementById('page'));
