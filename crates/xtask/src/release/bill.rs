//! The bill of materials: what the engines are made of, as CycloneDX.

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::metadata::Package;

/// The text of the bill. It has neither a time nor a random number, so that the same
/// sources give the same bill.
pub fn of_materials(version: &str, packages: &[Package]) -> Result<String> {
    let components: Vec<Value> = packages.iter().map(component).collect();
    let bill = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {
                "type": "library",
                "bom-ref": format!("pkg:npm/ansatz@{version}"),
                "name": "ansatz",
                "version": version,
                "purl": format!("pkg:npm/ansatz@{version}"),
                "licenses": [{ "expression": "MIT OR Apache-2.0" }],
            },
        },
        "components": components,
    });
    serde_json::to_string_pretty(&bill).map(|text| text + "\n").context("writing the bill")
}

fn component(package: &Package) -> Value {
    let purl = format!("pkg:cargo/{}@{}", package.name, package.version);
    let mut component = json!({
        "type": "library",
        "bom-ref": purl,
        "name": package.name,
        "version": package.version,
        "purl": purl,
    });
    // Old manifests separate alternatives with a slash, which is no expression of SPDX.
    if let Some(licence) = &package.license {
        let expression = licence.replace(" / ", " OR ").replace('/', " OR ");
        component["licenses"] = json!([{ "expression": expression }]);
    }
    component
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bill_names_every_package_with_its_licence() {
        let package = Package {
            name: "serde".into(),
            version: "1.0.2".into(),
            source: Some("registry".into()),
            license: Some("MIT/Apache-2.0".into()),
            manifest_path: "Cargo.toml".into(),
            publish: None,
        };
        let text = of_materials("0.1.0", &[package]).unwrap();
        let bill: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(bill["components"][0]["purl"], "pkg:cargo/serde@1.0.2");
        assert_eq!(bill["components"][0]["licenses"][0]["expression"], "MIT OR Apache-2.0");
        assert_eq!(bill["metadata"]["component"]["version"], "0.1.0");
    }
}
