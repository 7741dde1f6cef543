//! A static file server for the built page, on this machine only.

use std::fs::File;
use std::path::{Component, Path, PathBuf};

use anyhow::{Result, anyhow};
use tiny_http::{Header, Response, Server};

/// Serves the folder until the process is stopped.
pub fn serve(folder: &Path, port: u16) -> Result<()> {
    let (server, address) = bind(port)?;
    println!("{address}  (Ctrl-C stops it)");
    answer(&server, folder);
    Ok(())
}

/// Serves the folder from a thread of its own for as long as the process
/// lives, and says where.
pub fn serve_in_background(folder: PathBuf) -> Result<String> {
    let (server, address) = bind(0)?;
    std::thread::spawn(move || answer(&server, &folder));
    Ok(address)
}

fn bind(port: u16) -> Result<(Server, String)> {
    let server = Server::http(("127.0.0.1", port))
        .map_err(|error| anyhow!("cannot serve on port {port}: {error}"))?;
    let address = format!("http://{}/", server.server_addr());
    Ok((server, address))
}

fn answer(server: &Server, folder: &Path) {
    for request in server.incoming_requests() {
        let file = local_path(folder, request.url());
        // A client that went away is no concern of the next one.
        let _ = match file.as_deref().and_then(|path| File::open(path).ok().zip(Some(path))) {
            Some((file, path)) => {
                request.respond(Response::from_file(file).with_header(content_type(path)))
            }
            None => request.respond(Response::from_string("not found").with_status_code(404)),
        };
    }
}

/// The file behind a URL; `None` for whatever would leave the folder.
fn local_path(folder: &Path, url: &str) -> Option<PathBuf> {
    let path = url.split(['?', '#']).next().unwrap_or("");
    let relative = Path::new(path.trim_start_matches('/'));
    if !relative.components().all(|part| matches!(part, Component::Normal(_))) {
        return None;
    }
    let file = folder.join(relative);
    Some(if file.is_dir() { file.join("index.html") } else { file })
}

fn content_type(path: &Path) -> Header {
    let kind = match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    };
    Header {
        field: "Content-Type".parse().expect("a valid name"),
        value: kind.parse().expect("ASCII"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_outside_the_folder_is_served() {
        let folder = Path::new("site");
        assert_eq!(local_path(folder, "/a/b.js?x=1"), Some(folder.join("a/b.js")));
        assert_eq!(local_path(folder, "/../secret"), None);
        assert_eq!(local_path(folder, "//etc/passwd"), Some(folder.join("etc/passwd")));
    }
}
